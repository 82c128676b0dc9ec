#!/usr/bin/env bash
# Make .venv with the packages of a requirements file: python-environment.sh PYTHON REQUIREMENTS
set -euo pipefail
python=$1 requirements=$2

if ! "$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))'; then
  echo "Python 3.11, 3.12 or 3.13 is needed, and $python is $("$python" --version). Name another: make PYTHON=python3.12 ..." >&2
  exit 1
fi
# Debian keeps the module that puts pip into a new environment in a package of its own.
"$python" -c 'import ensurepip' 2>/dev/null || "$(dirname "$0")/debian-packages.sh" python3-venv
[ -x .venv/bin/pip ] || "$python" -m venv .venv
echo "Installing the Python packages of $requirements; the first time takes a minute or two ..."
.venv/bin/pip install --quiet --disable-pip-version-check --requirement "$requirements"
