import { posix } from 'node:path';
import * as z from 'zod';
import { GitChange, GitDiff } from '../../../contract/shapes/workspace.ts';
import { AppError } from '../../../platform/errors.ts';
import { assignments } from '../../../platform/shell.ts';
import type { Agent } from '../../conversations/agent/reach-agent.ts';
import { accepted, call, parsed } from '../../sandboxes/agent/ask-agent.ts';
import { projectDir, relativeTo, runIn } from './workspace.ts';

interface GitTarget {
  readonly path: string;
  readonly ref?: string | undefined;
}

type Changes = z.infer<typeof GitChange>[];

/** Agent servers fail for all changes if one name has a space. */
const UNREADABLE = /Unexpected git diff/;

/** Time limit of the commands in the sandbox, in seconds. */
const SECONDS = 20;

/** Output that is read, in bytes: agent servers return more than 1 MiB in pages. */
const MOST_BYTES = 900_000;

/**
 * The changed files of a repository; empty without a repository. Agent servers take a name that git quotes, such as one
 * with a quotation mark, as it is printed, and cannot read one with a space: then git is asked itself.
 */
export async function gitChanges(agent: Agent, target: GitTarget): Promise<Changes> {
  const { path, ref } = target;
  const answer = await call(agent, { path: '/api/git/changes', query: { path, ref } });
  if (answer.status === 400 && UNREADABLE.test(answer.text))
    return (await namedByGit(agent, target)) ?? parsed(z.array(GitChange), accepted(answer, agent));
  const changes = parsed(z.array(GitChange), accepted(answer, agent));
  return changes.some((change) => change.path.includes('"')) ? ((await namedByGit(agent, target)) ?? changes) : changes;
}

/** @returns undefined if git fails */
async function namedByGit(agent: Agent, target: GitTarget): Promise<Changes | undefined> {
  const output = await run(agent, target, changesScript);
  return output === undefined ? undefined : changesIn(output.split('\0'));
}

/** Agent servers refuse a missing file like an invalid parameter: only the message differs. */
const NO_FILE = /File does not exist|Cannot access file/;

/** A file of a repository before and after its change. @throws AppError `not_found` without the file; as `askAgent` */
export async function gitDiff(agent: Agent, target: GitTarget): Promise<z.infer<typeof GitDiff>> {
  const { path, ref } = target;
  const answer = await call(agent, { path: '/api/git/diff', query: { path, ref } });
  if (answer.status !== 400 || !NO_FILE.test(answer.text)) return parsed(GitDiff, accepted(answer, agent));
  // Older agent servers have no diff of a deleted file.
  const original = await run(agent, target, deletedScript).catch(() => undefined);
  if (original === undefined) throw new AppError('not_found', `File ${path} does not exist in the sandbox.`);
  return { original: original.replace(/\r\n?/g, '\n').replace(/\n$/, ''), modified: '' };
}

/** Runs a script in the working directory, with the path in `$path`. @returns undefined if it fails */
async function run(agent: Agent, { path, ref = '' }: GitTarget, script: string): Promise<string | undefined> {
  const cwd = await projectDir(agent);
  const command = `${assignments({ path: relativeTo(cwd, path), ref })}\n${script}`;
  const { code, stdout } = await runIn(agent, { command, cwd, seconds: SECONDS });
  return code === 0 ? stdout : undefined;
}

/** Finds the commit with which agent servers compare. */
const base = `export LC_ALL=C GIT_OPTIONAL_LOCKS=0
run() { git -c 'safe.directory=*' --no-pager "$@"; }
commit() { run rev-parse -q --verify --end-of-options "$1^{commit}" 2>/dev/null; }
base() {
  if [ "$ref" = HEAD ]; then commit HEAD || echo 4b825dc642cb6eb9a060e54bf8d69288fbee4904; return; fi
  if [ -n "$ref" ]; then commit "$ref"; return; fi
  head="$(commit HEAD)"
  branch="$(run symbolic-ref -q --short HEAD)"
  own="$(commit "refs/remotes/origin/$branch")"
  if [ -n "$own" ] && { [ "$own" != "$head" ] || [ -n "$(run status --porcelain --untracked-files=no)" ]; }; then
    echo "$own"; return
  fi
  if default="$(run rev-parse -q --verify --abbrev-ref origin/HEAD 2>/dev/null)"; then
    run merge-base HEAD "$default" 2>/dev/null || commit "$default" && return
  fi
  for name in main master; do
    other="$(commit "refs/heads/$name")" || continue
    [ "$name" != "$branch" ] && [ "$(run merge-base HEAD "$other" 2>/dev/null)" = "$other" ] && { echo "$other"; return; }
    break
  done
  echo "\${head:-4b825dc642cb6eb9a060e54bf8d69288fbee4904}"
}`;

/** Prints the text of a deleted file, whose directory can be deleted too. */
const deletedScript = `${base}
above="$(dirname -- "$path")"
while [ ! -d "$above" ]; do above="$(dirname -- "$above")"; done
[ "$above" = . ] || path="\${path#"$above"/}"
cd -- "$above" || exit 1
name="$(base):./$path"
[ "$(run cat-file -t "$name")" = blob ] && [ "$(run cat-file -s "$name")" -le ${MOST_BYTES} ] && run show "$name"`;

/**
 * Prints for the directory and each repository in it: its name, the tracked changes, and the other files, each part
 * followed by an empty name.
 */
const changesScript = `${base}
changes() (
  cd -- "$1" && run rev-parse --git-dir >/dev/null 2>&1 || exit 0
  base="$(base)" && [ -n "$base" ] || exit 1
  printf '%s\\0' "$1"
  run diff --name-status -z --no-renames --relative "$base" -- || exit 1
  printf '\\0'
  run ls-files --others --exclude-standard -z || exit 1
  printf '\\0'
)
cd -- "$path" || exit 1
{
  changes .
  for git in */.git; do [ ! -e "$git" ] || changes "\${git%/.git}"; done
} | head -c ${MOST_BYTES}`;

const statuses = { A: 'ADDED', D: 'DELETED' } as const;

/** A list of parts that is cut off ends with the last whole name. */
function changesIn(words: readonly string[]): Changes {
  const changes: Changes = [];
  const rest = words.slice(0, -1).values();
  const until = (): string[] => {
    const names: string[] = [];
    for (let next = rest.next(); !next.done && next.value !== ''; next = rest.next()) names.push(next.value);
    return names;
  };
  for (let next = rest.next(); !next.done; next = rest.next()) {
    const directory = next.value;
    const add = (status: Changes[number]['status'], name: string | undefined) =>
      name !== undefined && changes.push({ status, path: posix.join(directory, name) });
    const tracked = until();
    for (let at = 0; at < tracked.length; at += 2) {
      const letter = tracked[at];
      add(letter === 'A' || letter === 'D' ? statuses[letter] : 'UPDATED', tracked[at + 1]);
    }
    for (const name of until()) add('ADDED', name);
  }
  return changes.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}
