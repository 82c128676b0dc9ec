"""How gunicorn serves the site, on one machine and on a server alike. BIND says where."""

import os
from pathlib import Path

bind = os.environ.get("BIND", "127.0.0.1:8000")
wsgi_app = "misi_web.wsgi"
chdir = str(Path(__file__).resolve().parent.parent)
# Threads, because requests wait for the database and for files: 2 x 8 answered most per second on 2 cores.
worker_class = "gthread"
workers = 2
threads = 8
timeout = 60
graceful_timeout = 15
loglevel = "warning"
# Heartbeats of the server's processes go to memory where there is some, so that a slow disk kills none.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None
control_socket_disable = True  # its file stands in the home folder, where two sites would share it
