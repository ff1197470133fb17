import { assignments, quoted } from '../../../../platform/shell.ts';
import { inWorkingDirectory, oneAtATime, scratchDirectory } from '../../../sandboxes/agent/workspace-scripts.ts';

/** Exit code for a failed set-up script. The output is its exit code and its last lines. */
export const SETUP_FAILED = 30;

/** The file with the secrets, in a directory that the script removes. */
export const SECRETS_FILE = 'secrets';

/** Limits of the set-up's output. */
const LINES = 20;
const BYTES = 20_000;

interface SetupRun {
  readonly workingDir: string;
  readonly directory: string;
  /** Identifies the machine. The set-up runs once on each, as its installations are lost with the machine. */
  readonly key: string;
  /** Identifies the project on any machine. */
  readonly project: string;
  /** The start. A failed set-up is repeated only for a later start. */
  readonly startTaskId: string;
  readonly limitSeconds: number;
  /** The id of the directory with the secrets, or null. */
  readonly secretsOf: string | null;
  readonly secretNames: readonly string[];
}

/** Lets the shells of agents read what the set-up of `$project` exported. */
export const exportsInShells = `line="[ ! -f \\"\\$HOME/.conversation-start/exports-$project\\" ] || . \\"\\$HOME/.conversation-start/exports-$project\\""
  if [ -s "$scratch/exports-$project" ] && [ -n "\${HOME:-}" ] && ! grep -qsxF "$line" "$HOME/.bashrc"; then
    printf '\\n%s\\n' "$line" >>"$HOME/.bashrc"
  fi`;

/** Begins the two programs below. Secrets can have any name but those that begin like these. */
const withSecrets = `__setup_secrets=$SETUP_SECRETS __setup_exports=$SETUP_EXPORTS __setup_names=$SETUP_NAMES
unset SETUP_SECRETS SETUP_EXPORTS SETUP_NAMES
[ -z "$__setup_secrets" ] || . "$__setup_secrets"`;

/**
 * Runs the script in this shell, as agent servers' own product does, and keeps what it exports, even if it fails. Bash
 * reads a file whole before it runs it, so that a corrected copy beside the script can remove itself at once.
 */
const runner = `${withSecrets}
unset __setup_secrets __setup_names
__setup_before="$(export -p)"
__setup_keep() {
  local __setup_code=$? __setup_name
  set +aefux
  local IFS=$' \\t\\n'
  for __setup_name in $(compgen -e); do
    case "$__setup_name" in PWD | OLDPWD | SHLVL | _ | PS[0-9] | PROMPT_COMMAND | TERM | BASH*) continue ;; esac
    case "$__setup_before" in
      *"$(declare -p "$__setup_name")"*) ;;
      *) printf 'export %s=%q\\n' "$__setup_name" "\${!__setup_name}" ;;
    esac
  done >"$__setup_exports.new"
  mv -f -- "$__setup_exports.new" "$__setup_exports"
  return "$__setup_code"
} 2>/dev/null
trap __setup_keep EXIT
. "$0"
__setup_keep`;

/** Prints the end of a log without secrets and their lines, as the agent server keeps the output of commands. */
const masked = `${withSecrets}
__setup_text="$(tail -n ${LINES} "$0" | tail -c ${BYTES})"
for __setup_name in $__setup_names; do
  while IFS= read -r __setup_line || [ -n "$__setup_line" ]; do
    __setup_line="\${__setup_line%$'\\r'}"
    [ "\${#__setup_line}" -lt 6 ] || __setup_text="\${__setup_text//"$__setup_line"/**********}"
  done <<<"\${!__setup_name}"
done
printf '%s\\n' "$__setup_text"`;

/**
 * Runs `.openhands/setup.sh` once, with the secrets in its environment. Exit code and output are in files, for a worker
 * that takes over. What it exports is in a file that `.bashrc` reads, and with it the shells of agents.
 */
export function setupScript(run: SetupRun): string {
  const { workingDir, directory, key, project, startTaskId, limitSeconds, secretsOf, secretNames } = run;
  return `${inWorkingDirectory(workingDir, directory)}
${scratchDirectory}
${assignments({ key, project, id: startTaskId, limit: String(limitSeconds), secrets: secretsOf ?? '' })}
export SETUP_NAMES=${quoted(secretNames.join(' '))} SETUP_SECRETS= SETUP_EXPORTS="$scratch/exports-$project"
if [ -n "$secrets" ]; then
  trap 'rm -rf -- "$scratch/credential-$secrets"' EXIT
  trap 'exit 143' HUP INT TERM
  SETUP_SECRETS="$scratch/credential-$secrets/${SECRETS_FILE}"
  chmod 600 "$SETUP_SECRETS" || exit 1
fi
script=.openhands/setup.sh
[ -f "$script" ] || exit 0
result="$scratch/setup-$key"
${oneAtATime}
code= by=
[ ! -f "$result" ] || { read -r code; read -r by; } <"$result"
if [ "$code" != 0 ] && [ "$by" != "$id" ]; then
  cr="$(printf '\\r')" bom="$(printf '\\357\\273\\277')"
  if LC_ALL=C grep -q "$cr\\$" "$script" || [ "$(head -c 3 "$script")" = "$bom" ]; then
    copy=".openhands/.setup-$key.sh"
    { printf 'rm -f -- %s; ' "$copy"; LC_ALL=C sed -e "1s/^$bom//" -e "s/$cr\\$//" "$script"; } >"$copy" || exit 1
    script="$copy"
  fi
  if command -v timeout >/dev/null; then set -- timeout -k 5 "$limit" bash; else set -- bash; fi
  "$@" -c ${quoted(runner)} "$script" >"$result.log" 2>&1 </dev/null 9>&-
  code=$?
  bash -c ${quoted(masked)} "$result.log" >"$result.end" && rm -f -- "$result.log" || exit 1
  ${exportsInShells}
  printf '%s\\n%s\\n' "$code" "$id" >"$result.new" && mv "$result.new" "$result" || exit 1
fi
[ "$code" != 0 ] || exit 0
echo "$code"
cat -- "$result.end"
exit ${SETUP_FAILED}`;
}
