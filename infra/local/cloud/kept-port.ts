import { readStateFile, writeStateFile } from '../state/state-file.ts';
import type { UserError } from '../terminal/user-error.ts';

export interface PortWishes {
  /** The only port that will do, as a person has chosen it. */
  readonly chosen: number | undefined;
  /** The one to try at the first start. */
  readonly next: number;
  /** Keeps the port of the last start. */
  readonly file: string;
  readonly inUse: (port: number) => UserError;
  readonly onMove?: (from: number, to: number) => void;
}

/**
 * Listens at the port that was chosen, else at that of the last start, at the next one, or at any other: two services
 * beside each other never get the same.
 *
 * @param listen takes 0 for any free port
 * @returns the port
 * @throws UserError when the chosen port is in use
 */
export async function listenAtKeptPort(
  listen: (port: number) => Promise<number>,
  { chosen, next, file, inUse, onMove }: PortWishes,
): Promise<number> {
  const kept = Number((await readStateFile(file)) ?? 0);
  const first = kept || (next <= 65_535 ? next : 0);
  const port = await listenAtFirst(listen, chosen === undefined ? [first, 0] : [chosen]);
  if (port === undefined) throw inUse(chosen ?? 0);
  if (kept !== 0 && kept !== port) onMove?.(kept, port);
  if (kept !== port) await writeStateFile(file, String(port));
  return port;
}

/** @returns undefined when all of them are in use */
async function listenAtFirst(
  listen: (port: number) => Promise<number>,
  ports: readonly number[],
): Promise<number | undefined> {
  for (const port of ports) {
    try {
      return await listen(port);
    } catch (error) {
      if (!(error instanceof Error) || !isInUse(error)) throw error;
    }
  }
  return undefined;
}

/** Whatever wraps it, the reason is the system's. */
function isInUse(error: Error): boolean {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return true;
  return error.cause instanceof Error && isInUse(error.cause);
}
