import { exits } from './failures.ts';

/**
 * Functions for scripts. `resolve_link` sets `$dest` to what it leads to, so that a link stays a link. `put_in_place`
 * moves a staged file to `$dest`, whose readers see the old or the new content. On another file system, it first copies
 * the file next to its place. `$identity`: the file must be this one still. `$exclusive`: there must be no file.
 */
export const putInPlace = `resolve_link() {
  [ -L "$dest" ] || return 0
  dest=$(readlink -f -- "$dest" && echo x) || exit ${exits.link}
  dest=\${dest%??}
}
make_parent() {
  parent=\${dest%/*}
  mkdir -p -- "\${parent:-/}" || exit 1
}
identify() { stat -c '%d:%i:%s:%y:%z' -- "$1"; }
put_in_place() {
  resolve_link
  [ ! -d "$dest" ] || exit ${exits.directory}
  [ ! -e "$dest" ] || [ -f "$dest" ] || exit ${exits.special}
  make_parent
  if [ -e "$dest" ] && [ -z "$mode" ]; then chmod --reference="$dest" -- "$1" || exit 1; fi
  [ -z "$mode" ] || chmod -- "$mode" "$1" || exit 1
  [ -z "$modified" ] || touch -d "@$modified" -- "$1" || exit 1
  aside="$parent/.put-$id"
  mv -fT -- "$1" "$aside" || { rm -f -- "$aside"; exit 1; }
  if [ -n "$identity" ] && [ "$identity" != "$(identify "$dest" 2>/dev/null)" ]; then
    rm -f -- "$aside"
    exit ${exits.changed}
  fi
  if [ -n "$exclusive" ]; then
    ln -T -- "$aside" "$dest" || { rm -f -- "$aside"; [ ! -e "$dest" ] || exit ${exits.changed}; exit 1; }
    rm -f -- "$aside"
  else
    mv -fT -- "$aside" "$dest" || { rm -f -- "$aside"; exit 1; }
  fi
}`;
