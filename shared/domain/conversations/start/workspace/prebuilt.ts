import { assignments } from '../../../../platform/shell.ts';
import { inWorkingDirectory, oneAtATime, scratchDirectory } from '../../../sandboxes/agent/workspace-scripts.ts';
import { exportsInShells } from './setup-script.ts';

/**
 * The directory in a clone's git directory that marks a workspace as built and not yet used: the file `build` has the
 * id of the build, the hash of its set-up script, and whether that changed files of the repository. `exports` has what
 * the script exported. The first start in a sandbox that begins from the build removes it.
 */
const BUILT = 'conversation-prebuild';

/** Prefixes of the output of `sealBuildScript`. */
const COMMIT = 'commit ';
const ON = 'branch ';

const hashSetup = `setup_hash() {
  if [ -f "$1/.openhands/setup.sh" ]; then safe_git hash-object --no-filters -- "$1/.openhands/setup.sh"; else echo none; fi
}`;

interface Built {
  readonly workingDir: string;
  readonly directory: string;
  readonly buildId: string;
  /** Identifies the project on any machine. */
  readonly project: string;
}

/**
 * Marks a clone whose set-up has run, before its sandbox is paused. Removes what the set-up left for later starts on
 * this machine: sandboxes that begin from the build are other machines.
 */
export function sealBuildScript({ workingDir, directory, buildId, project }: Built): string {
  return `${inWorkingDirectory(workingDir)}
${scratchDirectory}
${assignments({ directory, build: buildId, project })}
safe_git() { git -c 'safe.directory=*' "$@"; }
${hashSetup}
${oneAtATime}
dir="$(cd -- "$directory" && cd -- "$(safe_git rev-parse --git-common-dir)" && pwd -P)" || exit 1
if [ "$(head -n 1 -- "$dir/${BUILT}/build" 2>/dev/null)" != "$build" ]; then
  changes="$(safe_git -C "$directory" status --porcelain --untracked-files=no --ignore-submodules=none)" || exit 1
  rm -rf -- "$dir/${BUILT}" "$dir/${BUILT}.new" && mkdir -- "$dir/${BUILT}.new" || exit 1
  printf '%s\\n%s\\n%s\\n' "$build" "$(setup_hash "$directory")" "\${changes:+changed}" >"$dir/${BUILT}.new/build" || exit 1
  if [ -f "$scratch/exports-$project" ]; then cp -- "$scratch/exports-$project" "$dir/${BUILT}.new/exports" || exit 1; fi
  mv -- "$dir/${BUILT}.new" "$dir/${BUILT}" || exit 1
fi
rm -rf -- "$scratch"/setup-* "$scratch"/exports-* "$scratch"/credential-*
echo "${COMMIT}$(safe_git -C "$directory" rev-parse -q --verify HEAD)"
echo "${ON}$(safe_git -C "$directory" symbolic-ref -q --short HEAD)"
command -v sync >/dev/null && sync
exit 0`;
}

/** Commit and branch of a build, from the output of `sealBuildScript`. */
export function builtIn(stdout: string): { readonly commit: string | null; readonly branch: string | null } {
  const after = (prefix: string) =>
    stdout
      .split('\n')
      .find((line) => line.startsWith(prefix))
      ?.slice(prefix.length);
  return { commit: after(COMMIT) || null, branch: after(ON) || null };
}

/** How a start uses the build that its sandbox began from. */
export interface Refresh {
  readonly buildId: string;
  readonly project: string;
  /** The key under which the set-up script leaves its result on this machine. */
  readonly setupKey: string;
  readonly setupOnStart: boolean;
}

/** Sets the variables of the functions below; `$build` is empty if the sandbox did not begin from a build. */
export function refreshVariables(refresh: Refresh | null): string {
  const { buildId: build = '', project = '', setupKey: setup_key = '', setupOnStart = false } = refresh ?? {};
  return assignments({ build, project, setup_key, setup_on_start: setupOnStart ? 'yes' : '' });
}

/**
 * Functions of the clone's script. `is_built` tells whether the directory is the unused build that this sandbox began
 * from. `refresh_build` makes it what a new clone would be, and keeps what the set-up has installed. If it fails, the
 * caller clones instead. An agent's work is never touched: the mark is gone before an agent starts.
 */
export const refreshFunctions = `${hashSetup}
is_built() { [ -n "$build" ] && [ "$(head -n 1 -- "$directory/.git/${BUILT}/build" 2>/dev/null)" = "$build" ]; }
links() { safe_git -C "$part" -c core.quotePath=false ls-tree -r "$1" | sed -n 's/^160000 commit [0-9a-f]*.//p'; }
refresh_build() {
  part="$directory"
  built="$part/.git/${BUILT}"
  { read -r _; read -r built_setup; read -r built_changes; } <"$built/build" || return 1
  is_clone "$directory" || return 1
  before="$(safe_git -C "$part" rev-parse -q --verify HEAD)" || return 1
  on="$(safe_git -C "$part" symbolic-ref -q --short HEAD)"
  # A start that was interrupted may have made its new branch.
  [ "$on" != "$fresh_branch" ] || [ -n "$branch" ] || on="$(safe_git -C "$part" rev-parse -q --abbrev-ref '@{-1}')" || return 1
  name="$branch"
  [ -n "$name" ] || name="$(remote_git ls-remote --symref -- "$url" HEAD | sed -n 's#^ref: refs/heads/\\(.*\\)[[:space:]]HEAD$#\\1#p')"
  [ -n "$name" ] || return 1
  if [ -z "$on" ]; then ref="refs/tags/$name" from="refs/tags/$name"
  elif [ "$on" = "$name" ]; then ref="refs/remotes/origin/$name" from="refs/heads/$name"
  else return 1
  fi
  remote_git -C "$part" fetch -q --depth 1 --no-tags --no-recurse-submodules --force -- "$url" "$from:$ref" || return 1
  after="$(safe_git -C "$part" rev-parse -q --verify "$ref^{commit}")" || return 1
  if [ "$after" != "$before" ]; then
    old="$(links "$before")"
    safe_git -C "$part" reset -q --hard "$after" || return 1
    printf '%s\\n' "$old" | while IFS= read -r link; do
      [ -z "$link" ] || links "$after" | grep -qxF -- "$link" || rm -rf -- "./$part/$link"
    done
    if [ -f "$part/.gitmodules" ]; then
      safe_git -C "$part" submodule -q sync --recursive
      clone_submodules
    fi
    rm -f -- "$part/.git/ORIG_HEAD"
  fi
  [ -n "$branch" ] || safe_git -C "$part" checkout -q -B "$fresh_branch" || return 1
  if [ -f "$built/exports" ]; then
    cp -- "$built/exports" "$scratch/exports-$project.new" && mv -- "$scratch/exports-$project.new" "$scratch/exports-$project" || return 1
    ${exportsInShells}
  fi
  again="$setup_on_start"
  [ "$(setup_hash "$part")" = "$built_setup" ] || again=yes
  [ "$after" = "$before" ] || [ -z "$built_changes" ] || again=yes
  # What the build has run counts as run on this machine.
  [ -n "$again" ] || printf '0\\nprebuild\\n' >"$scratch/setup-$setup_key" || return 1
  rm -rf -- "$built"
}`;
