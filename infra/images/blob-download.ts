import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../local/terminal/user-error.ts';
import type { Descriptor } from './manifest.ts';

/** Opens a blob from a byte on. A registry may ignore the offset, and answers 200 instead of 206 then. */
export type OpenBlob = (digest: string, from: number, signal: AbortSignal) => Promise<Response>;

export interface DownloadPace {
  /** Tries in a row that bring no byte, before the download is given up. */
  readonly attempts: number;
  /** Before the second try; twice as long before each further one. */
  readonly pauseMilliseconds: number;
  /** How long a registry may send nothing. */
  readonly silenceMilliseconds: number;
}

export const DOWNLOAD_PACE: DownloadPace = { attempts: 5, pauseMilliseconds: 1_000, silenceMilliseconds: 60_000 };

/**
 * The bytes of a blob, taken up again where a connection broke. The last byte is held back by nothing: who stores them
 * must not commit before this ends without an error, as only then size and digest are known to be right.
 *
 * @throws UserError when the registry does not have it, sends other bytes, or cannot be read in all attempts
 */
export async function* downloadBlob(
  open: OpenBlob,
  { digest, size }: Pick<Descriptor, 'digest' | 'size'>,
  pace: DownloadPace = DOWNLOAD_PACE,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let received = 0;
  let failures = 0;
  while (received < size) {
    try {
      for await (const chunk of piece(open, digest, received, pace.silenceMilliseconds)) {
        received += chunk.length;
        failures = 0;
        if (received > size) throw wrong(digest, `it is longer than its ${size} bytes`);
        hash.update(chunk);
        yield chunk;
      }
      if (received < size) throw new Error(`the connection ended after ${received} of ${size} bytes`);
    } catch (error) {
      failures += 1;
      if (error instanceof UserError) throw error;
      if (failures >= pace.attempts) {
        throw new UserError(`The blob ${digest} could not be read in ${failures} tries: ${reasonOf(error)}`);
      }
      await sleep(pace.pauseMilliseconds * 2 ** (failures - 1));
    }
  }
  const found = `sha256:${hash.digest('hex')}`;
  if (found !== digest) throw wrong(digest, `what came has the digest ${found}`);
}

async function* piece(open: OpenBlob, digest: string, from: number, silence: number): AsyncGenerator<Uint8Array> {
  const aborted = new AbortController();
  const timer = setTimeout(() => aborted.abort(new Error(`nothing came for ${silence} ms`)), silence);
  try {
    const response = await open(digest, from, aborted.signal);
    if (response.status === 404) throw new UserError(`The registry has no blob ${digest}.`);
    if (response.status !== 200 && response.status !== 206) throw new Error(`the registry answered ${response.status}`);
    let skip = response.status === 206 ? 0 : from;
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      timer.refresh();
      const kept = chunk.subarray(Math.min(skip, chunk.length));
      skip -= chunk.length - kept.length;
      if (kept.length > 0) yield kept;
    }
  } finally {
    clearTimeout(timer);
    aborted.abort();
  }
}

function wrong(digest: string, why: string): UserError {
  return new UserError(`The blob ${digest} is not what its digest says: ${why}. Nothing of it was stored.`);
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
