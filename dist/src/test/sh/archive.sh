# Unpacks an archive, uses the server in it, and stops it.
set -euo pipefail
. ./smoke.sh

# The archive is the one for this platform, which has Java.
tar xzf partita-*-linux-x64.tar.gz
cd partita-*/
./partita --version | grep '^Partita '
./partita serve --data /tmp/data >/tmp/server.out 2>/tmp/server.err &
server=$!
await is_ready
await grep 'Explorer at: ' /tmp/server.out
use ./partita
kill -TERM $server
code=0
wait $server || code=$?
[ $code = 143 ]

# The data are there after a start that is prepared, which a start alone never does.
[ ! -e server.jsa ]
./partita prepare
[ -s server.jsa ] && [ -s client.jsa ]
./partita serve --data /tmp/data >/tmp/server.out 2>&1 &
await is_ready
./partita query -d shop -c orders --json 'SELECT VALUE COUNT(1) FROM c' | grep -x 2
kill %%
./partita check /tmp/data
echo 'the archive works'
