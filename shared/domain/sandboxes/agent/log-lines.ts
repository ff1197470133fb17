/**
 * Lines that this service's scripts write to the log of a task, among those of the agent server. A line names what it
 * is about before its text:
 *
 *     acs.command 1b9d6bcd stdout All 12 tests passed
 *     acs.measure cpu_us=61200000 memory=401408000 disk_used=52428800
 *
 * A sandbox is not trusted: any of its programs can print such lines, so readers check and bound what they read.
 */
export const COMMAND_MARK = 'acs.command';
export const MEASURE_MARK = 'acs.measure';

/** The directory of the files of commands, in the home directory. Agent servers log each request for one of them. */
export const COMMANDS_FOLDER = '.sandbox-commands';

/** A disk with less space left counts as full, in bytes. */
export const FULL_BELOW = 1024 * 1024;

export const outputStreams = ['stdout', 'stderr'] as const;

/** The most output of a stream of one command that its log keeps, in bytes. */
export const LOGGED_OUTPUT_BYTES = 1024 * 1024;

/** Longer lines are cut into several, at blanks: one write to a pipe is whole only up to 4,096 bytes. */
const LINE_BYTES = 3_900;

/**
 * Sets `$agent_output` to the standard output of the agent server, which becomes the log of its task. Only a direct
 * child of the agent server can run it: the first lines of a script that its bash API starts. Without Linux's `/proc`,
 * it is `/dev/null`. In a container, the first process has the same output; elsewhere that is not the sandbox's.
 */
export const findAgentOutput = `agent_output=/dev/null
for pid in "$PPID" \${ECS_CONTAINER_METADATA_URI_V4:+1}; do
  if (: >>"/proc/$pid/fd/1") 2>/dev/null; then agent_output=/proc/$pid/fd/1; break; fi
done`;

/**
 * Defines `log_output COMMAND_ID STREAM FILE PID`, after `findAgentOutput`. It copies what the file gains to the log,
 * once a second, until the process has ended, and returns within a second then. Run it in the background, once for each
 * stream, and wait for it at the end:
 *
 *     log_output "$id" stdout "$directory/stdout" "$command_pid" &
 *
 * The file must exist, and only grow. Files, not pipes: a slow or full log never slows down the command.
 */
export const defineLogOutput = `log_output() (
  at=0
  while :; do
    live=0
    kill -0 "$4" 2>/dev/null && live=1
    size=$(($(wc -c <"$3") - at))
    [ "$size" -gt 65536 ] && size=65536
    [ "$size" -gt $((${LOGGED_OUTPUT_BYTES} - at)) ] && size=$((${LOGGED_OUTPUT_BYTES} - at))
    more=0
    if [ "$size" -eq 65536 ]; then more=1; fi
    if [ "$size" -gt 0 ]; then
      if [ "$live$more" != 00 ]; then
        # The beginning of a line waits for its end, unless it fills the part.
        set -- "$1" "$2" "$3" "$4" $(tail -c "+$((at + 1))" "$3" | head -c "$size" | tail -n 1 | wc -lc)
        [ "$5" -eq 0 ] && [ "$more$6" != "1$size" ] && size=$((size - $6))
      fi
      tail -c "+$((at + 1))" "$3" | head -c "$size" | LC_ALL=C tr -d '\\000\\r' | LC_ALL=C fold -bs -w ${LINE_BYTES} |
        while IFS= read -r line || [ -n "$line" ]; do printf '${COMMAND_MARK} %s %s %s\\n' "$1" "$2" "$line"; done \\
          >>"$agent_output" 2>/dev/null
      at=$((at + size))
    fi
    if [ "$at" -ge ${LOGGED_OUTPUT_BYTES} ]; then
      printf '${COMMAND_MARK} %s %s %s\\n' "$1" "$2" '[further output is not in the log]' >>"$agent_output"
      return
    fi
    [ "$more" = 1 ] && continue
    [ "$live" = 0 ] && return
    sleep 1
  done
)`;

const COMMAND_LINE = /^acs\.command ([A-Za-z0-9_-]{1,64}) (stdout|stderr) (.*)$/s;

export interface CommandLine {
  readonly commandId: string;
  readonly stream: (typeof outputStreams)[number];
  readonly text: string;
}

/** @returns undefined for a line of anything else */
export function commandLine(line: string): CommandLine | undefined {
  const [, commandId, stream, text] = COMMAND_LINE.exec(line) ?? [];
  if (commandId === undefined || text === undefined) return undefined;
  return { commandId, stream: stream === 'stderr' ? 'stderr' : 'stdout', text };
}
