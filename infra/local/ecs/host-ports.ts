import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { EdgePorts } from './edge-ports.ts';
import { CannotStartError } from './run-recipe.ts';
import type { TaskRecord } from './task-record.ts';
import { edgePortsOf, hostPortsOf, loopback } from './task-view.ts';
import { workspaceOf } from './workspaces.ts';

// Below the port ranges of outgoing connections on Linux and macOS, which could take a task's port.
const lowest = 20_000;
const highest = 32_000;

/** The port mapping to which clients have a port of the edge: the others need an origin of their own. */
const AGENT_SERVER = 'agent-server';

/** The ports of this machine that tasks hold. */
export class HostPorts {
  readonly #held = new Set<number>();
  readonly #edge: EdgePorts | undefined;
  /** Ports of the edge that tasks of an earlier run had, and that another program has now. */
  readonly #lost = new Set<number>();

  /** @param edge undefined without an edge */
  constructor(edge?: EdgePorts) {
    this.#edge = edge;
  }

  /** Reserves the ports that an earlier run assigned to a task. */
  hold(task: TaskRecord): void {
    for (const port of hostPortsOf(task)) this.#held.add(port);
    for (const port of edgePortsOf(task)) if (!this.#edge?.claim(port)) this.#lost.add(port);
  }

  release(task: TaskRecord): void {
    for (const port of hostPortsOf(task)) this.#held.delete(port);
    for (const port of edgePortsOf(task)) this.#edge?.release(port);
  }

  /** @throws CannotStartError when clients would send the keys of the task to another program */
  checkEdge(task: TaskRecord): void {
    const lost = edgePortsOf(task).find((port) => this.#lost.has(port));
    if (lost === undefined) return;
    const cause = this.#edge ? 'another program listens on it' : 'this start has no edge';
    throw new CannotStartError(`The task is known by port ${lost} of the edge, and ${cause}.`);
  }

  /**
   * Assigns free ports to a container. It keeps the ports that it has, because clients know them. @throws
   * CannotStartError
   */
  async place({ container, startedBy, id }: Pick<TaskRecord, 'container' | 'startedBy' | 'id'>): Promise<void> {
    for (const port of container.ports) {
      if (this.#edge && port.edgePort === undefined) {
        const sandbox = workspaceOf(startedBy, id);
        port.edgePort = (port.name === AGENT_SERVER ? await this.#edge.take(sandbox) : undefined) ?? null;
      }
      if (port.hostPort === undefined) port.hostPort = await this.take();
      else if (!(await isFreeSoon(port.hostPort))) {
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

/** How long a port can be taken by a process that ends, or by another service that looks for a free one. */
const PASSING_MS = 2_000;

async function isFreeSoon(port: number): Promise<boolean> {
  const deadline = Date.now() + PASSING_MS;
  while (!(await isFree(port))) {
    if (Date.now() > deadline) return false;
    await wait(50);
  }
  return true;
}

/** Whether a process can listen on the port now. */
function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, loopback, () => server.close(() => resolve(true)));
  return promise;
}
