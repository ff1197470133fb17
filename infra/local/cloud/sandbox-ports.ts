import { randomInt } from 'node:crypto';
import type { EdgePorts } from '../ecs/edge-ports.ts';
import { PortInUseError } from '../sockets/listen.ts';
import { LoopbackPort } from '../sockets/loopback-port.ts';
import { readStateFile, writeStateFile } from '../state/state-file.ts';

/** How many sandboxes have a port of their own at a time. Each takes two sockets of this process. */
export const SANDBOX_PORTS = 64;

// Below the ports of tasks (host-ports.ts), so that neither takes one that the other keeps over a restart.
const lowest = 12_000;
const highest = 20_000;

interface Wanted {
  /** The number of ports. Those of the last start are held in any case, because running sandboxes can have one. */
  readonly count: number;
  /** Keeps the ports for the next start. */
  readonly file: string;
}

/**
 * Ports of the edge that each lead to one sandbox, so that its URL needs no path. All are held before the first sandbox
 * starts and until the last has ended: no sandbox can listen at the port of another, whose keys would then reach it.
 */
export class SandboxPorts implements EdgePorts {
  /** In the order in which they are used. */
  readonly all: readonly LoopbackPort[];
  readonly #gives: boolean;
  /** The one that has been free for longest is first: an old URL should lead to no other sandbox for long. */
  readonly #free: number[];

  private constructor(all: readonly LoopbackPort[], gives: boolean) {
    this.all = all;
    this.#gives = gives;
    this.#free = all.map(({ port }) => port);
  }

  /** @param keep receives each port as soon as it is held */
  static async hold({ count, file }: Wanted, keep: (port: LoopbackPort) => void): Promise<SandboxPorts> {
    const kept = ((await readStateFile(file)) ?? '').split(' ').filter((text) => text !== '');
    const all: LoopbackPort[] = [];
    const tryToHold = async (port: number): Promise<void> => {
      const held = await LoopbackPort.hold(port).catch((error: Error) => {
        if (!(error instanceof PortInUseError)) throw error;
      });
      if (!held) return;
      keep(held);
      all.push(held);
    };
    for (const port of kept) await tryToHold(Number(port));
    const start = randomInt(lowest, highest);
    for (let step = 0; all.length < count && step < highest - lowest; step += 1) {
      const port = lowest + ((start - lowest + step) % (highest - lowest));
      if (!all.some((held) => held.port === port)) await tryToHold(port);
    }
    const ports = all.map(({ port }) => port).join(' ');
    if (ports !== kept.join(' ')) await writeStateFile(file, ports);
    return new SandboxPorts(all, count > 0);
  }

  take(): number | undefined {
    return this.#gives ? this.#free.shift() : undefined;
  }

  claim(port: number): boolean {
    const at = this.#free.indexOf(port);
    if (at !== -1) this.#free.splice(at, 1);
    return this.has(port);
  }

  release(port: number): void {
    if (this.has(port) && !this.#free.includes(port)) this.#free.push(port);
  }

  has(port: number): boolean {
    return this.all.some((held) => held.port === port);
  }
}
