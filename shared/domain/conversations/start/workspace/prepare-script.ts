import { assignments } from '../../../../platform/shell.ts';
import { inWorkingDirectory, oneAtATime, scratchDirectory } from '../../../sandboxes/agent/workspace-scripts.ts';
import { ACCESS_FILE, askerFunction, askerText } from './credential-helper.ts';
import { type Refresh, refreshFunctions, refreshVariables } from './prebuilt.ts';
import { identityFunctions, MARK } from './repository-identity.ts';

export interface Checkout {
  /** Without credentials. */
  readonly url: string;
  /** Relative to the working directory. */
  readonly directory: string;
  readonly branch: string | null;
  /** The name of the new branch if the request names none. Empty for builds, whose starts make theirs. */
  readonly freshBranch: string;
  /** The build that the sandbox began from, or null. */
  readonly refresh: Refresh | null;
  /** The id of the credential's directory, or null. Unique for each clone, which removes it at its end. */
  readonly credentialOf: string | null;
  /** The name of the file in which the clone's credential helper finds its access. */
  readonly project: string;
  /** The conversation's id on the agent server, and for a fork that of the other conversation. */
  readonly conversations: readonly string[];
  /** Time limit of the submodules. */
  readonly submoduleSeconds: number;
}

/** Exit codes of the script. */
export const IN_THE_WAY = 20;
export const CLONE_FAILED = 21;
/** The output has the names of existing branches. */
export const NO_DEFAULT_BRANCH = 22;

/** Prefix of the lines that report files of the project. */
export const FOUND = 'found ';

/** Lines that become warnings. Those with a space at the end continue with a name. */
export const EMPTY = 'repository is empty';
export const CLONED = 'cloned';
export const BRANCH = 'on branch ';
export const OTHER = 'directory has ';
export const ALSO = 'also in ';
export const SUBMODULES = 'submodules failed';
export const SUBMODULE = 'submodule ';

const MOST_REPORTED = 20;

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
find "$scratch" -maxdepth 1 -name 'credential-*' -mmin +15 -exec rm -rf {} +
mkdir -m 700 -- "$scratch/credential-$id" && cd -- "$scratch/credential-$id" && pwd -P`;
}

/** Lets agents' git print names as they are: agent servers take what git quotes for the name. */
const plainNames = `plain_names() {
  safe_git -C "$1" config --local --get core.quotePath >/dev/null || safe_git -C "$1" config --local core.quotePath false
}`;

const safeGit = `safe_git() { git -c 'safe.directory=*' "$@" 9>&-; }`;

/** Initializes a repository in the working directory, unless there is one. */
export function initScript(workingDir: string): string {
  return `${inWorkingDirectory(workingDir)}
${safeGit}
${plainNames}
[ -e .git ] || git init -q || exit 1
plain_names .
${look}`;
}

/**
 * Clones the latest commit of a repository with its submodules. Clones to another directory and moves it, so that the
 * directory is complete or absent. An existing clone stays unchanged, with an agent's changes. The credential is in a
 * file, and not in the command, its environment or the clone's settings. Git's store gives it to its host only. Later
 * fetches and pushes ask the service.
 */
export function cloneScript(workingDir: string, checkout: Checkout): string {
  const { url, directory, branch, freshBranch, refresh, credentialOf, project, conversations, submoduleSeconds } =
    checkout;
  return `${inWorkingDirectory(workingDir)}
${scratchDirectory}
${assignments({ url, directory, branch: branch ?? '', fresh_branch: freshBranch, id: credentialOf ?? '' })}
${assignments({ conversations: conversations.join(' '), submodule_seconds: String(submoduleSeconds) })}
${assignments({ asker: askerText })}
${refreshVariables(refresh)}
${assignments({ project })}
export LC_ALL=C GIT_TERMINAL_PROMPT=0 GIT_ASKPASS= SSH_ASKPASS= GIT_ALLOW_PROTOCOL=http:https
helper= access=
if [ -n "$id" ]; then
  export START_CREDENTIAL="$scratch/credential-$id/git"
  trap 'rm -rf -- "$scratch/credential-$id"' EXIT
  trap 'exit 143' HUP INT TERM
  if [ -f "$START_CREDENTIAL" ]; then
    chmod 600 "$START_CREDENTIAL" || exit 1
    helper='store --file="$START_CREDENTIAL"'
  fi
  [ ! -f "$scratch/credential-$id/${ACCESS_FILE}" ] || access="$scratch/credential-$id/${ACCESS_FILE}"
fi
${oneAtATime}
part=".$directory.part"
${safeGit}
remote_git() {
  safe_git -c credential.helper= -c credential.helper="$helper" -c gc.auto=0 -c maintenance.auto=false \\
    -c core.hooksPath=/dev/null -c http.lowSpeedLimit=1 -c http.lowSpeedTime=30 "$@"
}
${plainNames}
${identityFunctions}
${askerFunction}
${cloneFunctions}
${refreshFunctions}
if is_built && ! refresh_build; then rm -rf -- "./$directory"; fi
part=".$directory.part"
if is_clone "$directory"; then
  mark "$directory"
  plain_names "$directory"
  install_asker "$directory" || exit 1
  is_known || is_at_branch || echo "${BRANCH}$current"
elif [ -e "$directory" ] && ! rmdir -- "$directory" 2>/dev/null; then
  known=
  [ ! -e "$directory/.git" ] || origin_of "$directory"
  # A conversation that the agent has continues with what its agent made of the directory.
  echo "${OTHER}$(identity "$known")"
  [ -d "$directory" ] && is_known || exit ${IN_THE_WAY}
else
  rm -rf -- "$part"
  if [ -n "$branch" ]; then set -- --branch "$branch"; else set --; fi
  remote_git clone --depth 1 "$@" -- "$url" "$part" || { rm -rf -- "$part"; exit ${CLONE_FAILED}; }
  safe_git -C "$part" config remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*'
  safe_git -C "$part" rev-parse -q --verify HEAD >/dev/null || report_no_head
  [ -n "$branch" ] || [ -z "$fresh_branch" ] || safe_git -C "$part" checkout -q -b "$fresh_branch" || exit 1
  plain_names "$part"
  mark "$part" || exit 1
  install_asker "$part" || exit 1
  [ ! -f "$part/.gitmodules" ] || clone_submodules
  report_other_clones
  mv -- "$part" "$directory" || exit 1
  echo '${CLONED}'
fi
cd -- "./$directory" || exit 1
${look}`;
}

/** Parts of the clone's script. Submodules can have hostile URLs: only http and https are used, and no hooks. */
const cloneFunctions = `is_known() {
  for conversation in $conversations; do
    (cd -- "$root" && [ -e "\${OH_CONVERSATIONS_PATH:-conversations}/$conversation/meta.json" ]) && return
  done
  return 1
}
is_at_branch() {
  current="$(safe_git -C "$directory" symbolic-ref -q --short HEAD)"
  [ -z "$branch" ] || [ "$current" = "$branch" ] && return
  # A tag.
  tag="$(safe_git -C "$directory" rev-parse -q --verify "refs/tags/$branch^{commit}")" &&
    [ "$tag" = "$(safe_git -C "$directory" rev-parse HEAD)" ]
}
report_no_head() {
  heads="$(remote_git ls-remote --heads -- "$url" | sed 's#^.*refs/heads/##' | head -n ${MOST_REPORTED})"
  if [ -z "$heads" ]; then echo '${EMPTY}'; return; fi
  printf '%s\\n' "$heads"
  rm -rf -- "$part"
  exit ${NO_DEFAULT_BRANCH}
}
clone_submodules() {
  rest="\${url#*://}" host="\${rest%%/*}"
  base="\${url%%://*}://$host/" host="\${host%:*}"
  submodule_end=$(($(date +%s) + submodule_seconds))
  update_submodules . $((submodule_seconds / 2 + 1)) && return
  # Git checks out none after a failure, so each gets a turn of its own. A clone has its commit, but not yet its files.
  names="$(safe_git -C "$part" -c core.quotePath=false ls-files -s | sed -n 's/^160000 [0-9a-f]* 0.//p')"
  missing="$(printf '%s\\n' "$names" | while IFS= read -r name; do
    [ -z "$name" ] || update_submodules "$name" 15 || printf '%s\\n' "$name"
  done)"
  [ -n "$missing" ] || [ -z "$names" ] || return 0
  echo '${SUBMODULES}'
  printf '%s\\n' "$missing" | sed -n '1,${MOST_REPORTED}s/^./${SUBMODULE}&/p'
}
update_submodules() {
  seconds=$((submodule_end - $(date +%s)))
  [ "$seconds" -lt "$2" ] || seconds="$2"
  [ "$seconds" -gt 0 ] || return 1
  path="$1"
  if command -v timeout >/dev/null; then set -- timeout -k 5 "$seconds" git; else set -- git; fi
  "$@" -c 'safe.directory=*' -c credential.helper= -c credential.helper="$helper" -c core.hooksPath=/dev/null \\
    -c http.lowSpeedLimit=1 -c http.lowSpeedTime=15 \\
    -c "url.$base.insteadOf=git@$host:" -c "url.$base.insteadOf=ssh://git@$host/" \\
    -C "$part" submodule update --init --recursive --checkout --force --depth 1 --jobs 4 -- "$path" 9>&- >&2 </dev/null
}
report_other_clones() {
  for other in */; do
    other="\${other%/}"
    [ -f "$other/.git/${MARK}" ] && is_same "$(cat -- "$other/.git/${MARK}")" "$url" && echo "${ALSO}$other"
  done | head -n ${MOST_REPORTED}
}`;
