import { randomUUID } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';
import type { SandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import { etagOf, upload } from './agent-files.ts';
import { isListed } from './conditions.ts';
import { exits, failed } from './failures.ts';
import { putInPlace } from './put-in-place.ts';
import { runScript } from './run-script.ts';
import type { SandboxPath } from './sandbox-path.ts';
import { STAGING, staged, sweepStaging } from './staging.ts';

export interface Write {
  readonly path: SandboxPath;
  readonly content: Uint8Array;
  /** The header `If-Match`. */
  readonly match?: string | undefined;
  /** The header `If-None-Match`, of which only `*` makes sense. */
  readonly noneMatch?: string | undefined;
}

interface Written {
  readonly path: string;
  readonly size: number;
  readonly etag: string | null;
}

const IDENTIFY = `${putInPlace}
resolve_link
[ -e "$dest" ] || exit ${exits.changed}
identify "$dest"`;

const COMMIT = `${sweepStaging}
${putInPlace}
put_in_place "${STAGING}/put-$id"`;

/**
 * Writes a file as a whole. With `If-Match`, the file is identified before its version is compared and again right
 * before it is replaced, so that a change of the agent meanwhile is not lost.
 *
 * @throws AppError `precondition_failed`, `conflict`, `malformed_request`; as `askAgent`
 */
export async function writeFile(agent: SandboxAgent, { path, content, match, noneMatch }: Write): Promise<Written> {
  if (noneMatch !== undefined && noneMatch.trim() !== '*')
    throw new AppError(
      'malformed_request',
      "If-None-Match of a write must be '*'. To replace a version, send If-Match.",
    );
  const dest = path.forScripts;
  const identity = match === undefined ? '' : await runScript(agent, { values: { dest }, text: IDENTIFY, about: path });
  if (match !== undefined && match.trim() !== '*') {
    const current = path.isText ? await etagOf(agent, path.text) : undefined;
    if (current === undefined || !isListed(match, current)) throw failed(exits.changed, '', path.text);
  }
  const id = randomUUID().replaceAll('-', '');
  await upload(agent, staged(`put-${id}`), content);
  const values = {
    id,
    dest,
    mode: '',
    modified: '',
    identity: identity.trimEnd(),
    exclusive: noneMatch === undefined ? '' : '1',
  };
  await runScript(agent, { values, text: COMMIT, about: path });
  const etag = path.isText ? await etagOf(agent, path.text) : undefined;
  return { path: path.text, size: content.length, etag: etag ?? null };
}
