/** The file in a clone's git directory with the URL that it was cloned from. Agents change `origin`, but not this. */
export const MARK = 'conversation-origin';

/**
 * Functions of a script that has the URL of a repository in `$url`, without credentials, and enters the directory of
 * clones first. `is_clone DIRECTORY` tells whether a clone is of that repository, by its mark or else by its `origin`,
 * in any form of the URL. Both come from the workspace, so they are only compared: no request goes to another host.
 */
export const identityFunctions = `export GIT_CEILING_DIRECTORIES="$(pwd -P)"
identity() {
  printf '%s\\n' "$1" | head -n 1 | tr -d '\\r' | LC_ALL=C tr '[:upper:]' '[:lower:]' | sed -E \\
    -e '/:\\/\\//!s#^([^/@]*@)?(\\[[^]/]*\\]|[^/:]+):/*#ssh://\\2/#' \\
    -e 's#^([a-z+]+://)[^/]*@#\\1#' -e 's|[?#].*$||' \\
    -e 's#^https://([^/]*):443(/|$)#https://\\1\\2#' -e 's#^http://([^/]*):80(/|$)#http://\\1\\2#' \\
    -e 's#^(ssh|git|git\\+ssh|ssh\\+git)://(\\[[^]/]*\\]|[^/:]*)(:[0-9]*)?(/|$)#ssh:\\2\\4#' -e 's#^https?://##' \\
    -e 's#^(ssh:)?(127\\.0\\.0\\.1|\\[::1\\]|localhost)(:|/|$)#\\1localhost\\3#' -e 's#^(ssh:)?(www|ssh|altssh)\\.#\\1#' \\
    -e 's#/+#/#g' -e 's#/*$##' -e 's#\\.git$##' -e 's#/*$##' -e 's/%20/ /g' -e 's/%7e/~/g' \\
    -e 's#^(ssh:)?([^/]+)/scm/#\\1\\2/#' -e 's#/_git/#/#' -e 's#^(ssh:)?dev\\.azure\\.com/v3/#\\1dev.azure.com/#'
}
is_same() {
  one="$(identity "$1")" two="$(identity "$2")"
  # The port of ssh says nothing about that of the web server.
  case "$one" in ssh:*) one="\${one#ssh:}"; two="$(printf '%s\\n' "$two" | sed -E 's#^([^/]*):[0-9]+/#\\1/#')" ;; esac
  [ -n "$one" ] && [ "$one" = "$two" ]
}
redirects() {
  to="$(remote_git ls-remote -- "$1" HEAD 2>&1 >/dev/null </dev/null | sed -n 's/^warning: redirecting to //p' | head -n 1)"
  [ -n "$to" ] && is_same "$to" "$2"
}
# The server redirects the former name of a repository to its present one.
is_renamed() {
  case "$1" in http://* | https://*) ;; *) return 1 ;; esac
  one="$(identity "$1")" two="$(identity "$url")"
  [ "\${one%%/*}" = "\${two%%/*}" ] || return 1
  rest="\${url#*://}" path="\${1#*://}"
  other="\${url%%://*}://\${rest%%/*}/\${path#*/}"
  redirects "$other" "$url" || redirects "$url" "$other"
}
mark_of() { (cd -- "$1" && dir="$(safe_git rev-parse --git-common-dir)" && head -c 4000 -- "$dir/${MARK}") 2>/dev/null; }
origin_of() { known="$(mark_of "$1")"; [ -n "$known" ] || known="$(safe_git -C "$1" config --local --get remote.origin.url)"; }
is_clone() { [ -e "$1/.git" ] && origin_of "$1" && { is_same "$known" "$url" || is_renamed "$known"; }; }
mark() { (cd -- "$1" && dir="$(safe_git rev-parse --git-common-dir)" && printf '%s\\n' "$url" >"$dir/${MARK}"); }`;
