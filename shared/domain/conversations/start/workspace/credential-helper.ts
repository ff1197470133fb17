import type { GitAccess } from '../../../settings/start-settings.ts';

/** The file with the access of a helper, in the private directory of the clone's script. */
export const ACCESS_FILE = 'access';

/** The directory on the disk of a sandbox with its helpers. It survives a pause, unlike a home directory. */
const DIRECTORY = '.conversation-git';

/**
 * A git credential helper. It keeps no token: for each clone, fetch and push it asks the service with a key of this
 * sandbox, and only for the repository in its file. `git` shows what it writes to its standard error.
 */
const helper = `#!/bin/sh
# Asks the service for a token of one repository, with the key of this sandbox in the given file.
[ "$2" = get ] || exit 0
{ IFS= read -r service && IFS= read -r key && IFS= read -r base && IFS= read -r repository && IFS= read -r user; } <"$1" || exit 0
protocol= host= path=
while IFS='=' read -r name value && [ -n "$name" ]; do
  case "$name" in protocol) protocol="$value" ;; host) host="$value" ;; path) path="$value" ;; esac
done
[ "$protocol://$host" = "$base" ] || exit 0
plain() { printf '%s' "$1" | LC_ALL=C tr '[:upper:]' '[:lower:]' | sed -e 's#/*$##' -e 's#\\.git$##' -e 's#\\.git/info/lfs.*##'; }
if [ "$(plain "$path")" != "$(plain "$repository")" ]; then
  echo "This conversation has access to $base/$repository only. Use another token for $base/$path." >&2
  exit 0
fi
if command -v curl >/dev/null; then
  answer="$(printf 'url = "%s"\\nheader = "X-Access-Token: %s"\\n' "$service" "$key" |
    curl -q -sS -m 60 --retry 2 --retry-connrefused -w '\\n%{http_code}' -K -)"
elif command -v python3 >/dev/null; then
  answer="$(printf '%s\\n%s\\n' "$service" "$key" | python3 -c '
import sys, urllib.error, urllib.request
url, key = sys.stdin.read().split()
try:
    answer = urllib.request.urlopen(urllib.request.Request(url, headers={"X-Access-Token": key}), timeout=60)
except urllib.error.HTTPError as error:
    answer = error
print(answer.read().decode())
print(answer.status)')"
else
  echo 'git needs curl or python3 in this sandbox to get a token from the service. Install one of them.' >&2
  echo quit=1
  exit 0
fi
status="$(printf '%s\\n' "$answer" | tail -n 1)"
token="$(printf '%s\\n' "$answer" | sed -e '$d')"
if [ "$status" = 200 ]; then
  case "$token" in ?*:?*) user="\${token%%:*}" token="\${token#*:}" ;; esac
  printf 'username=%s\\npassword=%s\\n' "$user" "$token"
  exit 0
fi
why="$(printf '%s' "$token" | tr '\\n' ' ' | sed -nE 's/.*"detail" *: *"(([^"\\\\]|\\\\.)*)".*/\\1/p')"
echo "There is no token for $base/$repository: \${why:-the service did not answer (status $status). Try again.}" >&2
echo quit=1
`;

/** The lines that the helper reads. @param user the name that the provider requires with a token */
export function accessFile({ url, token }: GitAccess, remote: URL, user: string): string {
  const { protocol, host, pathname } = remote;
  return [url, token, `${protocol}//${host}`, decodeURIComponent(pathname.slice(1)), user, ''].join('\n');
}

/** The text of the helper, for the variable `$asker` of the clone's script. */
export const askerText = helper;

/**
 * A function of the clone's script: lets git in a clone ask the helper, with the access in `$access`, an empty name
 * without one. Other helpers of the machine are not asked about that server, as they keep what they are given.
 */
export const askerFunction = `in_quotes() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\\\\\''/g")"; }
install_asker() {
  [ -n "$access" ] || return 0
  helpers="$root/${DIRECTORY}"
  mkdir -p -- "$helpers" && chmod 700 "$helpers" || return
  printf '%s' "$asker" >"$helpers/helper.new" && mv -f -- "$helpers/helper.new" "$helpers/helper" || return
  chmod 600 "$access" && cp -p -- "$access" "$helpers/$project.new" || return
  mv -f -- "$helpers/$project.new" "$helpers/$project" || return
  rest="\${url#*://}" section="credential.\${url%%://*}://\${rest%%/*}"
  safe_git -C "$1" config --local --unset-all "$section.helper"
  safe_git -C "$1" config --local --add "$section.helper" '' &&
    safe_git -C "$1" config --local --add "$section.helper" "!sh $(in_quotes "$helpers/helper") $(in_quotes "$helpers/$project")" &&
    safe_git -C "$1" config --local "$section.useHttpPath" true
}`;
