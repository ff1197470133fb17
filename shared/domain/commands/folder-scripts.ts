import { assignments, quoted } from '../../platform/shell.ts';
import { COMMANDS_FOLDER } from '../sandboxes/agent/log-lines.ts';
import { atRoot, belowMount, MOUNT } from '../sandboxes/agent/workspace-scripts.ts';
import { GRACE_SECONDS, interruptProcesses, reachProcesses } from './command-processes.ts';
import { findSession } from './supervisor-script.ts';
import { findTerminal } from './tty-script.ts';

/** The most commands that run at the same time in a sandbox. */
export const MOST_RUNNING = 50;

/** How many commands are kept, running ones among them, and how many if their output takes too much space. */
const KEPT = 100;
const KEPT_WHEN_LARGE = 10;
const LARGE_KILOBYTES = 512 * 1024;

/** Enters the private directory of all commands: in the home directory, so outside of repositories. */
const enterBase = `base="\${HOME:-/tmp}/${COMMANDS_FOLDER}"
umask 077
mkdir -p -- "$base" && chmod 700 "$base" && cd -- "$base" || { echo unwritable; exit; }
base=$(pwd)`;

/** `is_alive COMMAND_ID`: whether its script runs. Process ids are used again, so its command line counts. */
const defineIsAlive = `is_alive() {
  [ -e "$1/exit" ] && return 1
  { read -r pid <"$1/pid"; } 2>/dev/null || return 1
  case $pid in '' | *[!0-9]*) return 1 ;; esac
  if [ -e /proc/1/cmdline ]; then grep -q "$1" "/proc/$pid/cmdline" 2>/dev/null
  else ps -o args= -p "$pid" 2>/dev/null | grep -q "$1"; fi
}`;

/** Prints the base directory. */
export const baseScript = `${enterBase}
echo "base $base"`;

interface Place {
  readonly id: string;
  /** The working directory of the sandbox. */
  readonly workingDir: string;
  readonly cwd: string | undefined;
  readonly isTerminal: boolean;
}

/**
 * Makes the directory of a command and removes those of old ones. Prints its absolute paths, and `ready`; `known` if
 * the command has started before; or why it cannot start.
 */
export function prepareScript({ id, workingDir, cwd, isTerminal }: Place): string {
  return `${assignments({ id, working_dir: belowMount(workingDir), cwd: enteredFrom(cwd) })}
${atRoot}
case $cwd in
  root:*) ;;
  *) mkdir -p -- "$working_dir" && cd -- "$working_dir" || { echo unwritable; exit; } ;;
esac
cd -- "\${cwd#*:}" 2>/dev/null || { echo no-directory; exit; }
echo "cwd $(pwd)"
${enterBase}
echo "base $base"
${defineIsAlive}
[ -e "$id/about" ] && { echo known; exit; }
${findSession}
[ -n "$session" ] || { echo 'missing setsid'; exit; }
${isTerminal ? `${findTerminal}\n[ -n "$terminal" ] || { echo no-terminal; exit; }` : ''}
for tool in mkfifo dd${isTerminal ? ' stty tty' : ''}; do command -v $tool >/dev/null || { echo "missing $tool"; exit; }; done
is_in() {
  case "
$1
" in *"
./$name
"*) return 0 ;; esac
  return 1
}
kept=${KEPT}
[ "$(du -sk . | cut -f 1)" -gt ${LARGE_KILOBYTES} ] 2>/dev/null && kept=${KEPT_WHEN_LARGE}
running=0 count=0 is_before=0
mkdir -p -- "$id" || { echo unwritable; exit; }
old=$(find . -mindepth 1 -maxdepth 1 -mtime +0)
new=$(find . -mindepth 1 -maxdepth 1 -mmin -1)
# Of commands that are about to start, only those before this one count, so that one of many finds the last place.
for name in $(ls -1t); do
  [ "$name" = "$id" ] && is_before=1 && continue
  case $name in *[!0-9a-f]*) continue ;; esac
  count=$((count + 1))
  if is_alive "$name" || { [ ! -e "$name/pid" ] && { [ "$is_before" = 1 ] || [ -e "$name/run" ]; } && is_in "$new"; }; then
    running=$((running + 1))
    continue
  fi
  is_in "$old" && rm -rf -- "$name"
  [ "$count" -gt "$kept" ] && rm -rf -- "$name"
done
[ "$running" -ge ${MOST_RUNNING} ] && { rmdir -- "$id" 2>/dev/null; echo full; exit; }
echo ready`;
}

/** A directory with what it is relative to. Paths below the mount point are relative to the disk, wherever that is. */
function enteredFrom(cwd = '.'): string {
  if (cwd === MOUNT || cwd.startsWith(`${MOUNT}/`)) return `root:./${belowMount(cwd)}`;
  return cwd.startsWith('/') ? `root:${cwd}` : `working:./${cwd}`;
}

/** Prints `live`, `ended`, `lost` or `absent`. */
export function probeScript(id: string): string {
  return `${assignments({ id })}
${enterBase}
${defineIsAlive}
if [ ! -e "$id/about" ]; then echo absent
elif [ -e "$id/exit" ]; then echo ended
elif is_alive "$id"; then echo live
elif [ -e "$id/exit" ]; then echo ended
else echo lost; fi`;
}

/** Prints a line for each command: its id, whether it runs, its result and what it is, with tabs between. */
export const listScript = `${enterBase}
${defineIsAlive}
for id in $(ls -1t | head -n 200); do
  case $id in *[!0-9a-f]*) continue ;; esac
  [ -e "$id/about" ] || continue
  live=0
  is_alive "$id" && live=1
  printf '%s\\t%s\\t%s\\t%s\\n' "$id" "$live" "$(head -c 200 "$id/exit" 2>/dev/null)" "$(head -c 4000 "$id/about")"
done`;

/** Signals the processes of a command. Prints as `probeScript`. */
export function stopScript(id: string, signal: 'TERM' | 'INT' | 'KILL'): string {
  const mark = '[ -e why ] || echo stopped >why';
  const later = `sleep ${GRACE_SECONDS}; cd -- "$1" || exit\n${reachProcesses}\n[ -e ended ] || signal_processes KILL`;
  const ways = {
    INT: interruptProcesses,
    KILL: `${mark}\n${reachProcesses}\nsignal_processes KILL`,
    TERM: `${mark}\n${reachProcesses}\nend_processes
${findSession}
$session sh -c ${quoted(later)} sh "$base/$id" </dev/null >/dev/null 2>&1 &`,
  };
  return `${probeScript(id)}
is_alive "$id" || exit
cd -- "$id" || exit
tries=0
until [ -s group ] || [ "$tries" -ge 20 ]; do
  sleep 0.1 2>/dev/null || sleep 1
  tries=$((tries + 1))
done
read -r group <group || exit
case $group in '' | *[!0-9]*) exit ;; esac
${ways[signal]}`;
}

/**
 * Puts an uploaded part of input after all input so far. Only one such script runs at a time, but the command's own
 * takes parts meanwhile: it counts a part in `in.at` before it removes the file, so the count is read last.
 */
export function appendInputScript(
  id: string,
  part: string,
  { length, end }: { readonly length: number; readonly end: boolean },
): string {
  return `${assignments({ id, part })}
${enterBase}
cd -- "$id" || exit
tries=0
until mkdir in.lock 2>/dev/null || [ "$tries" -ge 50 ]; do
  sleep 0.05 2>/dev/null || sleep 1
  tries=$((tries + 1))
done
at=0
for file in in/*-*; do
  case \${file#in/} in new-* | *-end | '*-*') continue ;; esac
  first=\${file#in/} first=\${first%-*}
  next=$((first + \${file##*-}))
  [ "$next" -gt "$at" ] && at=$next
done
tries=0
until read -r taken <in.at || [ "$tries" -ge 50 ]; do
  sleep 0.01 2>/dev/null || sleep 1
  tries=$((tries + 1))
done
[ "\${taken:-0}" -gt "$at" ] && at=$taken
[ ${length} -gt 0 ] && mv "in/new-$part" "in/$at-${length}"
${end ? `: >"in/$((at + ${length}))-end"` : ''}
rmdir in.lock
echo "at $((at + ${length}))"`;
}
