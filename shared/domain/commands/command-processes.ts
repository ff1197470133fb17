/** Between TERM and KILL. */
export const GRACE_SECONDS = 5;

/**
 * Shell functions for the processes of a command, in its directory: its session, and that of its terminal, without
 * those that left them with `setsid`. Where there is no `/proc`, the process group stands for the first session.
 *
 * `know_groups` remembers them, in case the directory is removed; `signal_processes SIGNAL` signals all;
 * `end_processes` asks all to end; `has_processes` tells whether any is left. A terminal is closed as its
 * window would be: shells ignore TERM, and the program that makes the terminal ends then.
 */
export const reachProcesses = `group= leader=
know_groups() {
  [ -s group ] && read -r group <group
  [ -s leader ] && read -r leader <leader
}
command_groups() (
  know_groups
  case $group$leader in '' | *[!0-9]*) exit ;; esac
  [ "$1" = inner ] && [ -n "$leader" ] && group=$leader
  if [ -e /proc/self/stat ]; then
    member='s/^.*) [A-Za-z] [0-9]* \\([0-9]*\\)'
    sed -n -e "$member $group .*/\\1/p" -e "$member \${leader:-$group} .*/\\1/p" /proc/[0-9]*/stat
  elif [ -n "$leader" ]; then
    read -r tty <tty
    case $(ps -o tty= -p "$leader") in
      "\${tty#/dev/}"*) ps -t "\${tty#/dev/}" -o pgid= ;;
    esac
  fi | sort -u | grep -vx "$group"
  echo "$group"
) 2>/dev/null
signal_processes() { for one in $(command_groups "$2"); do kill -s "$1" -- "-$one" 2>/dev/null; done; }
has_groups() {
  for one in "$@"; do kill -s 0 -- "-$one" 2>/dev/null && return; done
  return 1
}
has_processes() { know_groups; has_groups "$group" || has_groups $(command_groups); }
end_processes() {
  [ -s leader ] && signal_processes HUP inner
  signal_processes TERM inner
  signal_processes CONT inner
}`;

/** Signals the program in the foreground of the terminal, or else the process group, as Ctrl-C does. */
export const interruptProcesses = `front=
if [ -s leader ] && read -r leader <leader; then
  if { read -r line <"/proc/$leader/stat"; } 2>/dev/null; then
    set -- \${line##*) }
    front=$6
  else front=$(ps -o tpgid= -p "$leader" 2>/dev/null | tr -d ' '); fi
fi
case $front in '' | *[!0-9]* | 0 | 1) read -r front <group ;; esac
kill -s INT -- "-$front" 2>/dev/null`;
