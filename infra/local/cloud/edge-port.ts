import { join } from 'node:path';
import { UserError } from '../terminal/user-error.ts';
import { listenAtKeptPort } from './kept-port.ts';

interface Wishes {
  /** The only port that will do, as a person has chosen it. */
  readonly chosen: number | undefined;
  /** The port of the service: the next one is easy to remember. */
  readonly servicePort: number;
  readonly stateDirectory: string;
  readonly log: (message: string) => void;
}

/**
 * The URLs that clients of running sandboxes have contain the port of the edge: it is kept between starts.
 *
 * @param listen takes 0 for any free port
 * @returns the port
 * @throws UserError when the chosen port is in use
 */
export function listenAtEdgePort(
  listen: (port: number) => Promise<number>,
  { chosen, servicePort, stateDirectory, log }: Wishes,
): Promise<number> {
  return listenAtKeptPort(listen, {
    chosen,
    next: servicePort + 1,
    file: join(stateDirectory, 'edge-port'),
    inUse: edgePortInUse,
    onMove: (from, to) => log(`the edge has moved from port ${from} to ${to}: sandboxes get new URLs within a minute`),
  });
}

export function edgePortInUse(port: number): UserError {
  return new UserError(`Port ${port} of the edge is in use. Choose another one: npm start -- --edge-port ${port + 1}`);
}
