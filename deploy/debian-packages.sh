#!/usr/bin/env bash
# Install the Debian packages named as arguments, those that are missing. Nothing happens where all are there.
set -euo pipefail

missing=()
for package in "$@"; do
  dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! sudo -n true 2>/dev/null; then
    echo "These Debian packages are missing: ${missing[*]}. Install them, then come back: sudo apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo -n)
fi
if ! command -v apt-get >/dev/null; then
  echo "These programs are missing, and this is not Debian: ${missing[*]}. Install them in this system's way." >&2
  exit 1
fi
echo "Installing the Debian packages ${missing[*]} ..."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" </dev/null >"$log" 2>&1; }
# Package lists may be missing or old: bring them up to date only when the first try fails.
install || { "${as_root[@]}" apt-get update </dev/null >"$log" 2>&1 || true; install; } || { tail -20 "$log" >&2; exit 1; }
