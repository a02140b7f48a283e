#!/bin/sh
# Installs the services that the tests start by themselves. Needs root and apt-get.
set -eu
command -v redis-server >/dev/null 2>&1 && exit 0
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# The tests start their own server on a free port; the package must not start one.
printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
chmod +x /usr/sbin/policy-rc.d
trap 'rm -f /usr/sbin/policy-rc.d' EXIT
apt-get install -y -qq --no-install-recommends redis-server
redis-server --version
