import { randomUUID } from 'node:crypto';
import type { SandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import { exits } from './failures.ts';
import { runScript } from './run-script.ts';
import { SandboxPath } from './sandbox-path.ts';
import { STAGING, sweepStaging } from './staging.ts';

/** Ends the script for the root, the disk, the working directory and what contains it, by any name. */
const requireFree = `require_free() {
  [ -e "$1" ] || [ -L "$1" ] || exit ${exits.missing}
  [ -d "$1" ] && [ ! -L "$1" ] || return 0
  up=$working_dir
  [ -d "$up" ] || up=.
  up=$(cd -- "$up" && pwd -P) || exit 1
  while :; do
    [ ! "$1" -ef "\${up:-/}" ] || exit ${exits.protected}
    [ -n "$up" ] || break
    up=\${up%/*}
  done
}`;

/** Deletes what is large aside and in the background: a rename takes no time. */
const REMOVE = `${sweepStaging}
${requireFree}
require_free "$target"
[ -d "$target" ] && [ ! -L "$target" ] || { rm -f -- "$target"; exit; }
[ -n "$recursive" ] || { rmdir -- "$target"; exit; }
aside="${STAGING}/deleted-$id"
if [ "$(stat -c %d -- "$target")" = "$(stat -c %d -- ${STAGING})" ] && mv -T -- "$target" "$aside" 2>/dev/null; then
  rm -rf -- "$aside" >/dev/null 2>&1 </dev/null &
else
  rm -rf -- "$target"
fi`;

/** @throws AppError `not_found`, `conflict`; as `askAgent` */
export async function removeFile(agent: SandboxAgent, path: SandboxPath, isRecursive: boolean): Promise<void> {
  const values = {
    target: path.forScripts,
    working_dir: workingDirOf(agent),
    recursive: isRecursive ? '1' : '',
    id: randomUUID(),
  };
  await runScript(agent, { values, text: REMOVE, about: path, seconds: 15 });
}

/** `mv` can keep an existing file without an error, so the old name shows whether it moved. */
const MOVE = `${requireFree}
require_free "$from"
parent=\${to%/*}
mkdir -p -- "\${parent:-/}" || exit 1
if [ -n "$overwrite" ]; then
  if [ -d "$to" ] && [ ! -L "$to" ] && { [ ! -d "$from" ] || [ -L "$from" ]; }; then exit ${exits.directory}; fi
  mv -fT -- "$from" "$to"
else
  [ ! -e "$to" ] && [ ! -L "$to" ] || exit ${exits.exists}
  mv -nT -- "$from" "$to" || exit 1
  [ ! -e "$from" ] && [ ! -L "$from" ] || exit ${exits.exists}
fi`;

export interface Move {
  readonly from: SandboxPath;
  readonly to: SandboxPath;
  readonly overwrite: boolean;
}

/** @throws AppError `not_found`, `conflict`; as `askAgent` */
export async function moveFile(agent: SandboxAgent, { from, to, overwrite }: Move): Promise<void> {
  const values = {
    from: from.forScripts,
    to: to.forScripts,
    working_dir: workingDirOf(agent),
    overwrite: overwrite ? '1' : '',
  };
  await runScript(agent, { values, text: MOVE, about: from, seconds: 20 });
}

/** @throws AppError `conflict`; as `askAgent` */
export async function makeDirectory(agent: SandboxAgent, path: SandboxPath): Promise<void> {
  const values = { target: path.forScripts };
  await runScript(agent, { values, text: 'mkdir -p -- "$target"', about: path });
}

function workingDirOf({ sandbox }: SandboxAgent): Buffer {
  return SandboxPath.of({}, sandbox.working_dir).forScripts;
}
