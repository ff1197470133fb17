import { join } from 'node:path';
import { readStateFile, writeStateFile } from '../state/state-file.ts';
import { UserError } from '../terminal/user-error.ts';

interface Wishes {
  /** The only port that will do, as a person has chosen it. */
  readonly chosen: number | undefined;
  /** The port of the service: the next one is easy to remember. */
  readonly servicePort: number;
  readonly stateDirectory: string;
  readonly log: (message: string) => void;
}

/** Keeps the port of the last start: the URLs that clients of running sandboxes have contain it. */
const FILE = 'edge-port';

/**
 * Listens at the port that was chosen, else at that of the last start, at the one after the service's, or at any other:
 * two services beside each other never get the same.
 *
 * @param listen takes 0 for any free port
 * @returns the port
 * @throws UserError when the chosen port is in use
 */
export async function listenAtEdgePort(
  listen: (port: number) => Promise<number>,
  { chosen, servicePort, stateDirectory, log }: Wishes,
): Promise<number> {
  const file = join(stateDirectory, FILE);
  const kept = Number((await readStateFile(file)) ?? 0);
  const next = servicePort < 65_535 ? servicePort + 1 : 0;
  const port = await listenAtFirst(listen, chosen === undefined ? [kept || next, 0] : [chosen]);
  if (port === undefined) throw edgePortInUse(chosen ?? 0);
  if (kept !== 0 && kept !== port)
    log(`the edge has moved from port ${kept} to ${port}: sandboxes get new URLs within a minute`);
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

export function edgePortInUse(port: number): UserError {
  return new UserError(`Port ${port} of the edge is in use. Choose another one: npm start -- --edge-port ${port + 1}`);
}
