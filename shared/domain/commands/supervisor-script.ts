import { quoted } from '../../platform/shell.ts';
import { defineLogOutput, findAgentOutput } from '../sandboxes/agent/log-lines.ts';
import { GRACE_SECONDS, reachProcesses } from './command-processes.ts';
import { guardScript } from './guard-script.ts';
import { enterTerminal, findTerminal, type TerminalSize, terminalScript, terminalVariables } from './tty-script.ts';

const SEGMENTS = 4;

/**
 * Output is kept in segments of at most this size in bytes: the newest ones of each stream. Of a terminal, people see
 * the end, and who returns to it or falls behind must not wait for what no screen would keep.
 */
export const segmentBytes = (isTerminal: boolean): number => (isTerminal ? 512 : 4_096) * 1024;

/** How much is read at once: the capacity of a pipe. A segment ends when it has no room for this. */
export const PIECE_BYTES = 65_536;

/**
 * Sets `$session` to the beginning of a command line that runs the rest in a session of its own, so that one signal
 * reaches all its processes. Empty if nothing can.
 */
export const findSession = `if command -v setsid >/dev/null; then session=setsid
elif command -v perl >/dev/null; then session='perl -MPOSIX=setsid -e setsid;exec@ARGV'
else session=; fi`;

/** `now` sets `$now` to milliseconds since 1970. */
const defineNow = `now() {
  now=$(date +%s%3N 2>/dev/null)
  case $now in *[!0-9]* | '') now=$(date +%s)000 ;; esac
}
nap() { sleep 0.05 2>/dev/null || sleep 1; }`;

/**
 * `keep STREAM` moves its input to the segments `STREAM.<position>`, and lists their positions in `STREAM.index`. `dd`
 * writes what it has read at once, and says how much. Whatever happens, it reads on: a command must not die of a full
 * disk. Its end is the file `STREAM.done`.
 */
const defineKeep = (segment: number) => `keep() (
  at=0 kept=
  while :; do
    kept="$kept $at"
    set -- "$1" $kept
    while [ $# -gt ${SEGMENTS + 1} ]; do
      rm -f "$1.$2"
      first=$1
      shift 2
      set -- "$first" "$@"
    done
    stream=$1 segment=$1.$at
    shift
    kept="$*"
    set -- "$stream"
    echo "$kept" >"$1.next" && mv -f "$1.next" "$1.index" || break
    left=${segment}
    while [ "$left" -ge ${PIECE_BYTES} ]; do
      count=$((left / ${PIECE_BYTES})) reads=0 got=0
      LC_ALL=C dd bs=${PIECE_BYTES} count=$count 2>"$1.dd" >>"$segment" || break 2
      while read -r number word rest; do
        case "$word $rest" in
          'records in'*) reads=$((\${number%+*} + \${number#*+})) ;;
          'bytes '*) got=$number ;;
        esac
      done <"$1.dd"
      left=$((left - got)) at=$((at + got))
      [ "$reads" -eq "$count" ] || break 2
    done
  done
  : >"$1.done"
  exec cat >/dev/null
)
length() (
  read -r kept <"$1.index" || exit 1
  echo $((\${kept##* } + $(wc -c <"$1.\${kept##* }")))
)`;

/**
 * Writes input to the command as it arrives, in the files `in/<position>-<length>`; `in/<position>-end` ends it. The
 * pipe is open for reading too, so that it neither blocks at the beginning nor ends in between. Arguments: the
 * directory, and the process id of the supervisor, with which it ends.
 */
const pump = `cd -- "$1" || exit
exec 3<>in.pipe
at=0 idle=0
while [ ! -e ended ] && [ ! -e "in/$at-end" ] && kill -s 0 "$2"; do
  for file in "in/$at"-*; do
    length=\${file##*-}
    if [ -e "$file" ] && [ "$(wc -c <"$file")" -eq "$length" ]; then
      cat "$file" >&3
      at=$((at + length))
      echo "$at" >in.at
      rm -f "$file"
      idle=0
    else
      idle=$((idle + 1))
      if [ "$idle" -lt 300 ]; then sleep 0.03 2>/dev/null || sleep 1
      else sleep 0.1 2>/dev/null || sleep 1; fi
    fi
  done
done`;

const beginInput = `mkfifo in.pipe
mkdir -p in
echo 0 >in.at
: >in.open
$session sh -c ${quoted(pump)} sh "$directory" $$ &
pump=$!
input=in.pipe`;

/** The first process of the session. */
const begin = `echo $$ >"$1/group"
cd -- "$2" || exit 126
shift 2
exec "$@"`;

/** Not for terminals: their output is for eyes, and repeats what a person types. */
const LOG = `log_output "$id" stdout "$directory/stdout.0" $$ &
log_output "$id" stderr "$directory/stderr.0" $$ &`;

export interface CommandScript {
  readonly id: string;
  /** The private directory of the command, as an absolute path. */
  readonly directory: string;
  readonly cwd: string;
  readonly command: string | readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly stdin: boolean;
  readonly tty: TerminalSize | undefined;
  /** What the service wants to know later, in Base64. */
  readonly about: string;
}

/**
 * Runs a command and keeps its output and its result in its directory, even if no client follows it. It must be the
 * process that the bash API of the agent server starts. It removes itself, with the environment in it, before the
 * command begins.
 *
 * Files: `about`, `pid` of this script, `group` of the command, `leader` of the session in its terminal, the segments
 * of `stdout` and `stderr`, `why` the command was ended, and the result in `exit`. `started` lets only one of several
 * runs continue.
 */
export function commandScript(wanted: CommandScript): string {
  const { id, directory, cwd, command, env, seconds, stdin, tty, about } = wanted;
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}`);
  const words = typeof command === 'string' ? `"$shell" -c ${quoted(command)}` : command.map(quoted).join(' ');
  return `umask 077
cd -- ${quoted(directory)} || exit
rm -f run
mkdir started || exit
id=${quoted(id)} directory=${quoted(directory)}
${findAgentOutput}
exec </dev/null >/dev/null 2>&1
echo $$ >pid
${findSession}
${defineNow}
${reachProcesses}
${defineKeep(segmentBytes(tty !== undefined))}
${defineLogOutput}
${tty ? `printf %s ${quoted(terminalScript(directory, cwd, words, tty))} >in.terminal` : ''}
mkfifo stdout.pipe stderr.pipe
: >stdout.0
: >stderr.0
keep stdout <stdout.pipe &
keep stderr <stderr.pipe &
${tty ? '' : LOG}
${stdin ? beginInput : 'pump=\ninput=/dev/null'}
$session sh -c ${quoted(guardScript)} sh "$directory" ${seconds} $$ "$PPID" "$pump" &
guard=$!
now
started=$now
printf %s "$started ${about}" >about.next && mv -f about.next about
(
  shell=$(command -v bash) || shell=sh
${[...(tty ? [terminalVariables] : []), ...exports].join('\n')}
  exec $session sh -c ${quoted(begin)} sh "$directory" ${quoted(cwd)} ${tty ? `sh -c ${quoted(`${findTerminal}\n${enterTerminal(directory)}`)}` : words}
) <"$input" >stdout.pipe 2>stderr.pipe
code=$?
: >ended
[ -n "$pump" ] && kill -s KILL -- "-$pump"
has_processes || kill -s KILL -- "-$guard"
now
ended=$now
if [ -e why ]; then
  while [ $((now - ended)) -lt ${GRACE_SECONDS * 1000} ] && has_processes; do
    nap
    now
  done
  signal_processes KILL
fi
tries=0
while [ "$tries" -lt 40 ]; do
  [ -e stdout.done ] && [ -e stderr.done ] && break
  nap
  tries=$((tries + 1))
done
why=exit
[ -e why ] && read -r why <why
echo "$code $why $started $ended $(length stdout) $(length stderr)" >exit.next && mv -f exit.next exit
rm -rf in in.open in.pipe tty in.terminal stdout.pipe stderr.pipe ./*.dd
`;
}
