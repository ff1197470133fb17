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
  /** The sandbox to which each port belongs for its life, by port. The oldest is first. */
  readonly #owners: Map<number, string>;
  /** Those of running tasks. */
  readonly #used = new Set<number>();
  readonly #ownersFile: string;
  /** Whether a sandbox exists. Known once the database runs, which is before the first task. */
  #exists: (sandbox: string) => Promise<boolean> = async () => true;

  private constructor(all: readonly LoopbackPort[], gives: boolean, owners: Map<number, string>, ownersFile: string) {
    this.all = all;
    this.#gives = gives;
    this.#owners = owners;
    this.#ownersFile = ownersFile;
    this.#free = all.map(({ port }) => port).filter((port) => !owners.has(port));
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
    const ownersFile = `${file}-owners`;
    const owned = Object.entries(JSON.parse((await readStateFile(ownersFile)) ?? '{}') as Record<string, string>);
    const owners = owned.map(([sandbox, port]) => [Number(port), sandbox] as const);
    return new SandboxPorts(
      all,
      count > 0,
      new Map(owners.filter(([port]) => all.some((held) => held.port === port))),
      ownersFile,
    );
  }

  /** @param exists by `<owner>/<sandbox>`. The port of a sandbox that is gone can be given to another one. */
  use(exists: (sandbox: string) => Promise<boolean>): void {
    this.#exists = exists;
  }

  /** The sandbox to which a port belongs. */
  ownerOf(port: number): string | undefined {
    return this.#owners.get(port);
  }

  async take(sandbox: string): Promise<number | undefined> {
    if (!this.#gives) return undefined;
    const [own] = [...this.#owners].find(([, owner]) => owner === sandbox) ?? [];
    const port = own ?? this.#free.shift() ?? (await this.#reclaimed());
    if (port === undefined) return undefined;
    this.#used.add(port);
    if (own === undefined) {
      this.#owners.set(port, sandbox);
      await this.#save();
    }
    return port;
  }

  /** The port of a sandbox that was deleted. */
  async #reclaimed(): Promise<number | undefined> {
    for (const [port, owner] of this.#owners) {
      if (this.#used.has(port) || (await this.#exists(owner))) continue;
      // Another task can have taken it meanwhile.
      if (this.#used.has(port) || this.#owners.get(port) !== owner) continue;
      this.#owners.delete(port);
      return port;
    }
    return undefined;
  }

  async #save(): Promise<void> {
    const owners = Object.fromEntries([...this.#owners].map(([port, sandbox]) => [sandbox, port]));
    await writeStateFile(this.#ownersFile, JSON.stringify(owners));
  }

  claim(port: number): boolean {
    const at = this.#free.indexOf(port);
    if (at !== -1) this.#free.splice(at, 1);
    if (this.has(port)) this.#used.add(port);
    return this.has(port);
  }

  release(port: number): void {
    this.#used.delete(port);
    // A port that belongs to a sandbox waits for its next task.
    if (this.has(port) && !this.#owners.has(port) && !this.#free.includes(port)) this.#free.push(port);
  }

  has(port: number): boolean {
    return this.all.some((held) => held.port === port);
  }
}
