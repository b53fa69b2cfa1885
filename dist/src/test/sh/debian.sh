# Installs the Debian package, runs what its unit would, and takes it away again.
set -euo pipefail
. ./smoke.sh

dpkg --install partita_*_amd64.deb
dpkg --verify partita
[ "$(stat -c '%U:%G %a' /var/lib/partita)" = 'partita:partita 700' ]
[ "$(stat -c '%U:%G %a' /etc/partita/partita.conf)" = 'root:partita 640' ]
[ -s /usr/lib/partita/server.jsa ]
if command -v systemd-analyze >/dev/null; then
  systemd-analyze verify partita.service
fi
if command -v logrotate >/dev/null; then
  logrotate --debug /etc/logrotate.d/partita
fi

key=$(sed -n 's/^key: //p' /etc/partita/partita.conf)
[ "$(printf %s "$key" | base64 -d | wc -c)" = 64 ]
command=$(sed -n 's/^ExecStart=//p' /usr/lib/systemd/system/partita.service)
cd /var/lib/partita
setpriv --reuid partita --regid partita --clear-groups $command >/tmp/server.out 2>&1 &
server=$!
await is_ready
PARTITA_KEY=$key use partita
# With the key that is known to all nobody gets in.
! partita database list 2>/tmp/refused
grep -i 'sign' /tmp/refused
# A library that the script engine unpacks for itself is no secret.
[ -z "$(find /var/lib/partita -name .cache -prune -o -perm /077 -print -quit)" ]
kill -TERM $server
wait $server || [ $? = 143 ]
cd /

dpkg --remove partita
[ ! -e /usr/lib/partita ] && [ -e /etc/partita/partita.conf ]
dpkg --purge partita
[ ! -e /etc/partita ] && [ -e /var/lib/partita/PARTITA ]
echo 'the package works'
