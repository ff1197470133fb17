import { MAX_CONTENT_BYTES } from '../../contract/shapes/sandbox-files.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { SandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import { readFile } from './read-file.ts';
import { SandboxPath } from './sandbox-path.ts';
import { createTransfer, findTransfer, removeTransfer } from './transfers.ts';

/** For packing, in milliseconds: API Gateway waits 29 seconds for the first byte. */
const PATIENCE = 20_000;
const PAUSE = 500;

interface Deps {
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/**
 * A folder of a running sandbox as a tar.gz archive: a transfer that ends with the response.
 *
 * @throws AppError `payload_too_large`, `gateway_timeout` for a folder that needs a transfer of its own; as
 * `createTransfer`
 */
export async function archiveRunning(
  agent: SandboxAgent,
  path: SandboxPath,
  { now, pause }: Deps,
): Promise<AsyncIterable<Uint8Array>> {
  const until = now().getTime() + PATIENCE;
  let transfer = await createTransfer(agent, { direction: 'download', kind: 'folder', path, overwrite: true });
  const { id } = transfer;
  try {
    while (transfer.status === 'working' && now().getTime() < until) {
      await pause(PAUSE);
      transfer = await findTransfer(agent, id);
    }
    const { status, size, detail, content_path: packed } = transfer;
    if (status === 'failed') throw new AppError('conflict', detail ?? `${path.text} could not be packed. Try again.`);
    if (packed === null || size === null) throw needsTransfer('gateway_timeout', 'takes long to pack', path);
    if (size > MAX_CONTENT_BYTES) throw needsTransfer('payload_too_large', `has ${size} bytes when packed`, path);
    const { pieces } = await readFile(agent, SandboxPath.of({ path: packed }, '/'), {});
    return thenRemoved(pieces, agent, id);
  } catch (error) {
    await removeTransfer(agent, id);
    throw error;
  }
}

function needsTransfer(code: 'gateway_timeout' | 'payload_too_large', what: string, { text }: SandboxPath): AppError {
  return new AppError(code, `${text} ${what}. Create a transfer to download it in ranges.`);
}

/** Also when the client has gone. */
async function* thenRemoved(
  pieces: AsyncIterable<Uint8Array>,
  agent: SandboxAgent,
  id: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } finally {
    await removeTransfer(agent, id);
  }
}
