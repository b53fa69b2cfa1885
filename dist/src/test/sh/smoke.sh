# Uses a server with the command line; to be sourced by scripts that have started one at port 8081.

trap 'code=$?; [ $code = 0 ] || tail -n 50 /tmp/server.* >&2; exit $code' EXIT

# Waits until a command succeeds.
await() {
  local tries=0
  until "$@" >/dev/null 2>&1; do
    tries=$((tries + 1))
    if [ $tries -gt 600 ]; then
      echo "this did not come true: $*" >&2
      return 1
    fi
    sleep 0.1
  done
}

is_ready() {
  [[ $(ask /ready) == 'HTTP/1.1 200'* ]]
}

# Prints the first line of an answer.
ask() {
  local status
  exec 3<>/dev/tcp/127.0.0.1/8081 || return 1
  printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$1" >&3
  IFS= read -r status <&3
  exec 3>&-
  printf '%s\n' "$status"
}

# Writes, asks and runs a script, through the program that is named.
use() {
  local partita=$1
  "$partita" database create --name shop
  "$partita" container create -d shop --name orders --partition-key /customer
  "$partita" item create -d shop -c orders '{"id":"1","customer":"ada","total":12}'
  "$partita" item create -d shop -c orders '{"id":"2","customer":"bob","total":20}'
  "$partita" query -d shop -c orders --json 'SELECT VALUE SUM(c.total) FROM c' | grep -x 32
  "$partita" script put -d shop -c orders --kind procedure --name twice \
    'function (n) { getContext().getResponse().setBody(2 * n); }'
  "$partita" script run -d shop -c orders --name twice -k ada --arguments '[21]' | grep 42
  "$partita" partition list -d shop -c orders
}
