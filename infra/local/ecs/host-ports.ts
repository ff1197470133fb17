import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { CannotStartError } from './run-recipe.ts';
import { loopback } from './task-view.ts';

// Below the port ranges of outgoing connections on Linux and macOS, which could take a task's port.
const lowest = 20_000;
const highest = 32_000;

/** The ports of this machine that tasks hold. */
export class HostPorts {
  readonly #held = new Set<number>();

  /** Reserves ports that an earlier run assigned. */
  hold(ports: readonly number[]): void {
    for (const port of ports) this.#held.add(port);
  }

  release(ports: readonly number[]): void {
    for (const port of ports) this.#held.delete(port);
  }

  /**
   * Assigns free ports to a container. It keeps the ports that it has, because clients know them. @throws
   * CannotStartError
   */
  async place(ports: { hostPort?: number | undefined }[]): Promise<void> {
    for (const port of ports) {
      if (port.hostPort === undefined) port.hostPort = await this.take();
      else if (!(await isFree(port.hostPort))) {
        throw new CannotStartError(
          `The task cannot start again: another program listens on its port ${port.hostPort}.`,
        );
      }
    }
  }

  /** Takes a free port. @throws CannotStartError when none can be found. */
  async take(): Promise<number> {
    const start = randomInt(lowest, highest);
    for (let step = 0; step < highest - lowest; step += 1) {
      const port = lowest + ((start - lowest + step) % (highest - lowest));
      if (this.#held.has(port)) continue;
      // Reserved before the asynchronous check, so that two tasks never check the same port.
      this.#held.add(port);
      if (await isFree(port)) return port;
      this.#held.delete(port);
    }
    throw new CannotStartError('The task cannot start: this machine has no free port.');
  }
}

/** Whether a process can listen on the port now. */
function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, loopback, () => server.close(() => resolve(true)));
  return promise;
}
