import { authenticateSandbox } from '../../../../shared/domain/sandboxes/agent/authenticate-sandbox.ts';
import { nameRowId } from '../../../../shared/domain/sandboxes/edge/edge-row.ts';
import { parseStartedBy } from '../../../../shared/domain/sandboxes/record/identity.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { keyOf } from '../../platform/memory-page.ts';
import type { EdgeOfWorld, EdgeOfWorldFaults } from './edge-of-world.ts';
import { SandboxWorld } from './sandbox-world.ts';

/** The keys that a rotation has ended: all up to this revision, for all generations after this one. */
interface Ended {
  readonly revision: number;
  readonly generation: number;
}

/** A world with an edge that knows which session keys have ended, and finds what still accepts them. */
export class Rotations {
  readonly world: SandboxWorld;
  readonly edge: EdgeOfWorld;
  readonly #ended = new Map<string, Ended>();

  constructor(seed: number, faults: EdgeOfWorldFaults = {}) {
    this.world = new SandboxWorld(seed, { edge: faults }, true);
    if (!this.world.edge) throw new Error('this world has no edge');
    this.edge = this.world.edge;
  }

  /** A rotation that wrote this row has been answered. */
  answered(row: Sandbox): void {
    const { session_rotates: rotates, session_revision: revision, generation, phase, launch } = row;
    const key = keyOf(row.owner_id, row.sandbox_id);
    const isBegun = phase !== 'PENDING' || launch !== null;
    const now = { revision: rotates ? revision : revision - 1, generation: isBegun ? generation : generation - 1 };
    if (now.revision > (this.#ended.get(key)?.revision ?? 0)) this.#ended.set(key, now);
  }

  /** What accepts a key that has ended. */
  async broken(): Promise<string[]> {
    const broken: string[] = [];
    for (const [id, ended] of this.#ended) {
      const row = this.world.sandboxes.rows.get(id);
      if (row && row.key_id !== null) broken.push(...(await this.#brokenOf(row, ended)));
    }
    return broken;
  }

  async #brokenOf(row: Sandbox, ended: Ended): Promise<string[]> {
    const { agents, ecs, keys, sandboxes } = this.world;
    const revisions = Array.from({ length: ended.revision }, (_, at) => at + 1);
    const old = await Promise.all(revisions.map((revision) => keys.sessionKey({ ...row, session_revision: revision })));
    const holders = ecs.live().filter(({ task, startedBy }) => {
      const isOwn = parseStartedBy(startedBy)?.sandboxId === row.sandbox_id;
      return isOwn && old.includes(agents.sessionKeyOf(task.arn) ?? '');
    });
    const known = await Promise.all(old.map((key) => authenticateSandbox(key, { sandboxes })));
    const entry = this.edge.rows.names.get(nameRowId(row.address_id));
    const isLed =
      entry?.state === 'held' && holders.some(({ task }) => this.edge.addressOf(task.arn) === entry.public_address);
    const isLater = holders.some(({ startedBy }) => (parseStartedBy(startedBy)?.generation ?? 0) > ended.generation);
    return [
      ...(isLater ? ['an agent of a later generation has an old key'] : []),
      ...(isLed ? ['the edge leads to an agent with an old key'] : []),
      ...(known.some((one) => one !== undefined) ? ['the service accepts an old key'] : []),
    ];
  }

  /** Whether the edge has an entry of this sandbox. */
  isAtEdge({ address_id: id }: Sandbox): boolean {
    return this.edge.rows.names.get(nameRowId(id))?.state === 'held';
  }
}
