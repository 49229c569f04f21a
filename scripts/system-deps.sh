#!/bin/sh
# Install the native parts that are missing, where this user may; otherwise name them.
#   system-deps.sh run    what printing PDFs needs
#   system-deps.sh test   also a real browser
set -u

need_run="python3-venv libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core"
need_test="libatomic1 chromium-headless-shell"

say() { printf '%s\n' "$*" >&2; }

advise() {
  say "Some native parts are missing and could not be installed here. Install them yourself:"
  say "  Debian, Ubuntu:  apt-get install $need_run"
  say "  Fedora, RHEL:    dnf install pango harfbuzz dejavu-sans-fonts"
  say "  macOS:           brew install pango"
  [ "${1:-run}" = test ] && say "  for the browser tests: Chromium (apt-get install chromium-headless-shell, dnf install chromium, brew install --cask chromium)"
  say "Without them printing PDFs (and browser tests) will not work; everything else does."
}

installed() { dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed; }

apt_missing() {
  for package in "$@"; do installed "$package" || printf '%s ' "$package"; done
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null 2>&1; then sudo "$@"
  else return 1
  fi
}

apt_install() {
  missing=$(apt_missing "$@")
  [ -z "$missing" ] && return 0
  say "Installing $missing…"
  export DEBIAN_FRONTEND=noninteractive
  # shellcheck disable=SC2086
  as_root apt-get update -qq >/dev/null 2>&1
  as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1
}

part=${1:-run}
case "$part" in run) packages=$need_run ;; test) packages="$need_run $need_test" ;; *) say "usage: $0 run|test"; exit 2 ;; esac

ID=""
# shellcheck disable=SC1091
[ -r /etc/os-release ] && . /etc/os-release
# Another python than the system's brings its own venv module.
python3 -m venv --help >/dev/null 2>&1 && python3 -c 'import ensurepip' 2>/dev/null && packages=$(printf '%s' "$packages" | sed 's/python3-venv//')

if command -v apt-get >/dev/null 2>&1; then
  if [ "$ID" = ubuntu ]; then # there, chromium is a snap; the browser comes with playwright
    packages=$(printf '%s' "$packages" | sed 's/ chromium-headless-shell$//')
    [ "$part" = test ] && [ -x .venv/bin/playwright ] && as_root .venv/bin/playwright install --with-deps chromium >/dev/null 2>&1
  fi
  # shellcheck disable=SC2086
  apt_install $packages || apt_install $(printf '%s' "$packages" | sed 's/-headless-shell$//') || advise "$part"
elif [ "$(uname -s)" = Darwin ] && command -v brew >/dev/null 2>&1; then
  brew list pango >/dev/null 2>&1 || brew install -q pango || advise "$part"
elif command -v dnf >/dev/null 2>&1; then
  rpm -q pango dejavu-sans-fonts >/dev/null 2>&1 || as_root dnf install -y -q pango harfbuzz dejavu-sans-fonts >/dev/null 2>&1 || advise "$part"
else
  advise "$part"
fi
exit 0
