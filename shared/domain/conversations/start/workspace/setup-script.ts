import { assignments, inWorkingDirectory, oneAtATime, scratchDirectory } from '../../../../platform/shell.ts';

/** The repository's own set-up failed; the end of its output follows its exit code. */
export const SETUP_FAILED = 30;

/** How much of its output is read; less is shown. */
const LINES = 20;
const BYTES = 100_000;

export interface SetupRun {
  readonly workingDir: string;
  readonly directory: string;
  /** Identifies the machine: the set-up runs once on each, as its installations are lost with it. */
  readonly key: string;
  /** The start that runs it: a failed set-up is not repeated for the same start, but for the next. */
  readonly startTaskId: string;
  readonly limitSeconds: number;
}

/** Runs `.openhands/setup.sh` once. Exit code and output go to files, for a worker that takes over. */
export function setupScript({ workingDir, directory, key, startTaskId, limitSeconds }: SetupRun): string {
  return `${inWorkingDirectory(workingDir, directory)}
${scratchDirectory}
${assignments({ key, id: startTaskId, limit: String(limitSeconds) })}
[ -f .openhands/setup.sh ] || exit 0
result="$scratch/setup-$key"
${oneAtATime}
code= by=
[ ! -f "$result" ] || { read -r code; read -r by; } <"$result"
if [ "$code" != 0 ] && [ "$by" != "$id" ]; then
  if command -v timeout >/dev/null; then set -- timeout -k 5 "$limit" bash; else set -- bash; fi
  "$@" .openhands/setup.sh >"$result.log" 2>&1 </dev/null 9>&-
  code=$?
  printf '%s\\n%s\\n' "$code" "$id" >"$result.new" && mv "$result.new" "$result" || exit 1
fi
[ "$code" != 0 ] || exit 0
echo "$code"
tail -n ${LINES} "$result.log" | tail -c ${BYTES}
exit ${SETUP_FAILED}`;
}
