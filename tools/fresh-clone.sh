#!/usr/bin/env bash
# Does what a new person does, for each npm version and account: clones the project into a folder with a space in its name, types
# `npm start` with nothing installed, signs up, stops it, and starts it again. Prints one line per combination.
#
#   tools/fresh-clone.sh [npm versions]     (10 and 11 unless said otherwise; as root it tries an ordinary account too)
set -euo pipefail
# Job control gives each background job a process group of its own, which can be sent what a terminal sends on Ctrl-C.
set -m
cd "$(dirname "$0")/.."
versions=("${@:-10}")
[ $# -gt 0 ] || versions=(10 11)
accounts=("$(id -un)")
user=onhand-clone
if [ "$(id -u)" = 0 ]; then
  id "$user" >/dev/null 2>&1 || useradd --create-home "$user"
  accounts+=("$user")
fi
clones=$(mktemp -d /tmp/onhand-clone.XXXXXX)
chmod 755 "$clones"
failed=0

# One combination: account, npm version. Its output goes to a file that is shown when it fails.
try() {
  local account=$1 version=$2 folder port server
  folder="$clones/$account $version/on hand"
  mkdir -p "$(dirname "$folder")"
  git clone --quiet . "$folder"
  [ "$account" = "$(id -un)" ] || chown -R "$account:" "$(dirname "$folder")"
  port=$((20000 + RANDOM % 20000))
  as() {
    if [ "$account" = "$(id -un)" ]; then env "$@"; else runuser -u "$account" -- env HOME="/home/$account" "$@"; fi
  }
  for start in first second; do
    # NODE_ENV=production makes npm leave development tools out, unless the launcher asks for them.
    (
      cd "$folder"
      as NODE_ENV=production PORT="$port" ONHAND_DATA= DATABASE_URL= npx --yes "npm@$version" --ignore-scripts start
    ) &
    server=$!
    for _ in $(seq 240); do
      curl --silent --fail "http://localhost:$port/ready" >/dev/null && break
      kill -0 "$server" 2>/dev/null || return 1
      sleep 0.5
    done
    curl --silent --fail "http://localhost:$port/" | grep --quiet '<div id="root">' || return 1
    # The account made by the first start is there at the second.
    if [ "$start" = first ]; then answer=signup; else answer='token?grant_type=password'; fi
    curl --silent --fail "http://localhost:$port/auth/v1/$answer" --header 'content-type: application/json' \
      --data '{"email":"clone@example.com","password":"correct horse 42"}' | grep --quiet access_token || return 1
    # The whole group gets the signal, as from a terminal or a service manager: npm, the shells and the launcher.
    if [ "$start" = first ]; then kill -INT -- "-$server"; else kill -TERM -- "-$server"; fi
    wait "$server" || echo "npm ended with $?"
    for _ in $(seq 40); do
      pgrep --full "$folder" >/dev/null || break
      sleep 0.5
    done
    ! pgrep --full --list-full "$folder" || return 1
  done
}

for account in "${accounts[@]}"; do
  for version in "${versions[@]}"; do
    begin=$SECONDS
    if try "$account" "$version" >"$clones/log" 2>&1; then
      echo "✓ $account, npm $version: two starts in $((SECONDS - begin)) s"
    else
      echo "✗ $account, npm $version:"
      tail -n 30 "$clones/log"
      failed=$((failed + 1))
    fi
  done
done
[ "$(id -u)" != 0 ] || userdel --remove "$user" 2>/dev/null || true
rm -rf "$clones"
echo "$((${#accounts[@]} * ${#versions[@]} - failed)) passed, $failed failed"
[ "$failed" = 0 ]
