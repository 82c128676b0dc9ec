"""The configuration of nginx and the addresses it names."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

TEXT = (Path(settings.BASE_DIR) / "deploy/nginx/misi-web.conf").read_text()
LOCATIONS = dict(re.findall(r"location (\S+|~ \S+) \{(.*?)\n    \}", TEXT, re.DOTALL))
REST = re.sub(r"location .*?\n    \}", "", TEXT, flags=re.DOTALL)


def location_of(address: str) -> str:
    """What holds for an address, as nginx chooses: a pattern that fits, else the longest beginning."""
    for name, block in LOCATIONS.items():
        if name.startswith("~ ") and re.search(name[2:], address):
            return block
    return LOCATIONS[max((name for name in LOCATIONS if address.startswith(name)), key=len)]


@pytest.mark.parametrize("view", settings.UPLOAD_ADDRESSES)
def test_an_address_that_takes_large_files_lets_them_through(view: str) -> None:
    block = location_of(reverse(view))
    assert "client_max_body_size 500m;" in block
    assert "proxy_request_buffering off;" in block


@pytest.mark.parametrize("address", ["/", "/s/study/", "/s/study/p/key/", "/accounts/login/", "/runs/"])
def test_every_other_address_takes_what_a_form_needs_and_no_more(address: str) -> None:
    assert "client_max_body_size 3m;" in REST
    assert "client_max_body_size" not in location_of(address)
    assert "proxy_request_buffering" not in location_of(address) + REST


def test_no_log_holds_the_key_of_a_participant() -> None:
    block = location_of(reverse("participant", args=["study", "key"]))
    assert "access_log off;" in block
    assert re.search(r"error_log \S+ crit;", block)
    assert "access_log off;" in REST[REST.index("listen 80;") : REST.index("return 301")]
    assert re.search(r"access_log /var/log/nginx/misi-web.log misi;", REST)
    assert "http_referer" not in TEXT
