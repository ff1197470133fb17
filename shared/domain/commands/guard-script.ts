import { GRACE_SECONDS, reachProcesses } from './command-processes.ts';

/** Between two looks, in seconds. */
const LOOK_SECONDS = 2;

/**
 * Ends the command at its time limit, and everything of it when its supervisor or the agent server has died: where a
 * sandbox is neither a container nor a namespace, nothing else would. Runs in a session of its own, until the command
 * has ended and all that it left behind.
 *
 * Arguments: the directory, the limit in seconds, the process ids of the supervisor and of the agent server, and the
 * session of the input pump or nothing.
 */
export const guardScript = `cd -- "$1" || exit
limit=$(($(date +%s) + $2)) supervisor=$3 agent=$4 pump=$5 over=
${reachProcesses}
tries=0
until [ -s group ] && [ ! -e in.terminal ] || [ "$tries" -ge 20 ]; do
  sleep 0.1 2>/dev/null || sleep 1
  tries=$((tries + 1))
done
while :; do
  know_groups
  left=${LOOK_SECONDS}
  [ -n "$over" ] || [ -e why ] || left=$((limit - $(date +%s)))
  [ "$left" -gt ${LOOK_SECONDS} ] && left=${LOOK_SECONDS}
  if [ "$left" -gt 0 ]; then sleep "$left"
  elif [ ! -e ended ]; then
    echo timeout >why
    end_processes
    sleep ${GRACE_SECONDS}
    [ -e ended ] || signal_processes KILL
  fi
  if kill -s 0 "$agent"; then
    # What it left is known by now. Its directory may be removed before that ends.
    [ -z "$over" ] && [ -e ended ] && over=$(command_groups)
    if [ -n "$over" ]; then
      has_groups $over || exit
      continue
    fi
    kill -s 0 "$supervisor" && continue
  fi
  kill -s KILL -- "-$supervisor" || kill -s KILL "$supervisor"
  [ -n "$pump" ] && kill -s KILL -- "-$pump"
  signal_processes KILL
  for one in $over; do kill -s KILL -- "-$one"; done
  exit
done`;
