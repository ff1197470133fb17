import { assignments } from '../../../../platform/shell.ts';
import { inWorkingDirectory, oneAtATime, scratchDirectory } from '../../../sandboxes/agent/workspace-scripts.ts';

export interface Checkout {
  /** Without credentials. */
  readonly url: string;
  /** Relative to the working directory. */
  readonly directory: string;
  readonly branch: string | null;
  /** The name of the new branch if the request names none. */
  readonly freshBranch: string;
  /** The id of the credential's directory, or null. Unique for each clone, which removes it at its end. */
  readonly credentialOf: string | null;
}

/** Exit codes of the script. */
export const IN_THE_WAY = 20;
export const CLONE_FAILED = 21;

/** Prefix of the lines that report files of the project. */
export const FOUND = 'found ';

/** Reports files that later steps need. */
const look = `[ ! -f .openhands/setup.sh ] || echo '${FOUND}setup'
[ ! -f .openhands/pre-commit.sh ] || echo '${FOUND}hook'
[ ! -f .openhands/hooks.json ] || echo '${FOUND}hooks file'
for skills in .openhands/skills .openhands/microagents .agents/skills AGENTS.md agents.md AGENT.md .cursorrules CLAUDE.md GEMINI.md; do
  [ ! -e "$skills" ] || { echo '${FOUND}skills'; break; }
done`;

/** Creates a directory for a credential and prints its path. Removes the directories of dead workers. */
export function credentialDirectoryScript(id: string): string {
  return `${scratchDirectory}
${assignments({ id })}
find "$scratch" -maxdepth 1 -name 'credential-*' -mmin +10 -exec rm -rf {} +
mkdir -m 700 -- "$scratch/credential-$id" && cd -- "$scratch/credential-$id" && pwd -P`;
}

/** Initializes a repository in the working directory, unless there is one. */
export function initScript(workingDir: string): string {
  return `${inWorkingDirectory(workingDir)}
[ -e .git ] || git init -q || exit 1
${look}`;
}

/**
 * Clones the latest commit of a repository. Clones to another directory and moves it, so that the directory is complete
 * or absent. An existing clone stays unchanged, with an agent's changes. The credential is in a file, and not in the
 * command, its environment or the clone's settings.
 */
export function cloneScript(
  workingDir: string,
  { url, directory, branch, freshBranch, credentialOf }: Checkout,
): string {
  return `${inWorkingDirectory(workingDir)}
${scratchDirectory}
${assignments({ url, directory, branch: branch ?? '', fresh_branch: freshBranch, id: credentialOf ?? '' })}
export LC_ALL=C GIT_TERMINAL_PROMPT=0 GIT_ASKPASS= SSH_ASKPASS=
if [ -n "$id" ]; then
  export START_CREDENTIAL="$scratch/credential-$id/git"
  trap 'rm -rf -- "$scratch/credential-$id"' EXIT
  trap 'exit 143' HUP INT TERM
  chmod 600 "$START_CREDENTIAL" || exit 1
  helper='store --file="$START_CREDENTIAL"'
else
  helper=
fi
${oneAtATime}
part=".$directory.part"
safe_git() { git -c 'safe.directory=*' "$@" 9>&-; }
if [ -e "$directory/.git" ]; then
  [ "$(safe_git -C "$directory" config --get remote.origin.url)" = "$url" ] || exit ${IN_THE_WAY}
elif [ -e "$directory" ] && ! rmdir -- "$directory"; then
  exit ${IN_THE_WAY}
else
  rm -rf -- "$part"
  if [ -n "$branch" ]; then set -- --branch "$branch"; else set --; fi
  safe_git -c credential.helper= -c credential.helper="$helper" -c gc.auto=0 -c maintenance.auto=false \\
    clone --depth 1 "$@" -- "$url" "$part" || { rm -rf -- "$part"; exit ${CLONE_FAILED}; }
  safe_git -C "$part" config remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*'
  [ -n "$branch" ] || safe_git -C "$part" checkout -q -b "$fresh_branch" || exit 1
  mv -- "$part" "$directory" || exit 1
fi
cd -- "./$directory" || exit 1
${look}`;
}
