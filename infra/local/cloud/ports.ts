import { createServer } from 'node:net';
import { readStateFile, writeStateFile } from '../state/state-file.ts';
import { UserError } from '../terminal/user-error.ts';

export function edgePortInUse(port: number): UserError {
  return new UserError(`Port ${port} of the edge is in use. Choose another one: npm start -- --edge-port ${port + 1}`);
}

interface PortOptions {
  /** The only acceptable port, chosen by the user. */
  readonly chosen: number | undefined;
  /** The port to try on the first start. */
  readonly next: number;
  /** The file that keeps the port of the last start. */
  readonly file: string;
  readonly inUse: (port: number) => UserError;
  readonly onMove?: (from: number, to: number) => void;
}

/**
 * Listens on the chosen port, otherwise on that of the last start, on the next one, or on any free one: two services
 * never get the same.
 *
 * @param listen takes 0 for any free port
 * @returns the port
 * @throws UserError when the chosen port is in use
 */
export async function listenAtKeptPort(
  listen: (port: number) => Promise<number>,
  { chosen, next, file, inUse, onMove }: PortOptions,
): Promise<number> {
  const kept = Number((await readStateFile(file)) ?? 0);
  const first = kept || (next <= 65_535 ? next : 0);
  const port = await listenAtFirst(listen, chosen === undefined ? [first, 0] : [chosen]);
  if (port === undefined) throw inUse(chosen ?? 0);
  if (kept !== 0 && kept !== port) onMove?.(kept, port);
  if (kept !== port) await writeStateFile(file, String(port));
  return port;
}

/** @returns undefined when all ports are in use */
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

/** Looks for the system's error in the chain of causes. */
function isInUse(error: Error): boolean {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return true;
  return error.cause instanceof Error && isInUse(error.cause);
}

/** Checks before the build, which takes seconds. @throws UserError when the port is in use */
export function assertPortIsFree(port: number, inUse = servicePortInUse): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(port, error, inUse)));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
  });
}

function servicePortInUse(port: number): UserError {
  return new UserError(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`);
}

function portError(port: number, error: NodeJS.ErrnoException, inUse: (port: number) => UserError): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return inUse(port);
    case 'EACCES':
      return new UserError(`You are not allowed to use port ${port}. Choose one above 1023: PORT=3000 npm start`);
    default:
      return error;
  }
}
