# Carries out the steps of the Dockerfile, and runs what the image would.
set -euo pipefail
. ./smoke.sh

# Prints the instructions of one kind, each in one line.
instructions() {
  sed -e ':more' -e '/\\$/{N;s/\\\n//;b more' -e '}' /tmp/files/Dockerfile | sed -n "s/^$1 //p"
}

instructions COPY | while read -r from to; do
  # Unquoted, since the name of the package is a pattern.
  cp $(basename "$from") "$to"
done
instructions RUN | while IFS= read -r step; do
  bash -ec "$step" </dev/null
done
for variable in $(instructions ENV); do
  export "$variable"
done
PARTITA_KEY=$(head -c 64 /dev/urandom | base64 -w 0)
export PARTITA_KEY
cd "$(instructions WORKDIR)"
IFS=: read -r user group <<<"$(instructions USER)"
program=$(instructions ENTRYPOINT | tr -d '[]",')
arguments=$(instructions CMD | tail -1 | tr -d '[]",')
as=(setpriv --reuid "$user" --regid "$group" --clear-groups)
"${as[@]}" $program $arguments >/tmp/server.out 2>&1 &
server=$!
await "${as[@]}" healthcheck
use partita
kill -s "$(instructions STOPSIGNAL)" $server
wait $server || [ $? = 143 ]
! healthcheck 2>/dev/null
echo 'the image works'
