import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Lineage } from '../../../../shared/contract/shapes/lineages.ts';
import type { IntegratorEvent } from '../../../../shared/domain/accounts/outbox/outbox.ts';
import { outboxPart } from '../../../../shared/domain/accounts/outbox/outbox.ts';
import { Budgets } from '../../../../shared/domain/billing/budgets/budgets.ts';
import { DynamoOwnerAccounts } from '../../../../shared/domain/billing/budgets/dynamo-owner-accounts.ts';
import { DynamoSettledSums } from '../../../../shared/domain/billing/usage/dynamo-settled-sums.ts';
import { LedgerUsageReader } from '../../../../shared/domain/billing/usage/month-to-date.ts';
import { pricesOf } from '../../../../shared/domain/billing/usage/prices.ts';
import type { ShellOutcome } from '../../../../shared/domain/conversations/start/agent/start-context.ts';
import { createPrebuild, type PrebuildOrder } from '../../../../shared/domain/prebuilds/change-prebuilds.ts';
import { DynamoPrebuilds } from '../../../../shared/domain/prebuilds/dynamo-prebuilds.ts';
import { type BuildDeps, runBuild } from '../../../../shared/domain/prebuilds/run-build.ts';
import type { OwnSpecFinder } from '../../../../shared/domain/sandboxes/own-specs/offered-spec.ts';
import { changed, type Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { DynamoSandboxStore } from '../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { DynamoMonthLedger } from '../../../../shared/domain/sandboxes/usage/dynamo-usage-ledger.ts';
import { NotFoundError } from '../../../../shared/platform/errors.ts';
import { newId } from '../../../../shared/platform/ids.ts';
import { noMembers } from '../../../support/accounts/people/no-members.ts';
import { noApps } from '../../../support/conversations/start/start-services.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { MemoryVault } from '../../../support/platform/memory-vault.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { noOwnSpecs } from '../../../support/sandboxes/no-own-specs.ts';
import { someSpecs } from '../../../support/sandboxes/sandbox-data.ts';
import type { ServiceTables } from '../../../support/service-tables.ts';

/** A worker that was killed: before a call reached DynamoDB, or before its response came back. */
class KilledError extends Error {
  override readonly name = 'KilledError';
}

const WRITES = /^(TransactWrite|Put|Update|Delete)/;

/** Kills the worker at one of its writes. */
class Killer {
  #left = Number.POSITIVE_INFINITY;
  #isBefore = true;
  hasKilled = false;

  at(write: number, when: 'before' | 'after'): void {
    this.#left = write;
    this.#isBefore = when === 'before';
    this.hasKilled = false;
  }

  of(documents: DynamoDBDocumentClient): DynamoDBDocumentClient {
    const send = async (command: Parameters<DynamoDBDocumentClient['send']>[0]) => {
      const isWrite = WRITES.test(command.constructor.name);
      if (isWrite) this.#left -= 1;
      const isLast = isWrite && this.#left === 0;
      if (isLast && this.#isBefore) this.#kill();
      const response = await documents.send(command);
      if (isLast) this.#kill();
      return response;
    };
    return new Proxy(documents, { get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)) });
  }

  #kill(): never {
    this.hasKilled = true;
    throw new KilledError('the worker was killed');
  }
}

const ok = (stdout: string): ShellOutcome => ({ exitCode: 0, stdout, stderr: '' });

/** The rows of a prebuild in DynamoDB. The sandboxes and their agents are simulated. */
export class BuildScene {
  readonly ownerId = `owner-${crypto.randomUUID()}`;
  readonly clock = new SettableClock('2035-03-01T12:00:00.000Z');
  readonly killer = new Killer();
  readonly prebuilds: DynamoPrebuilds;
  readonly sandboxes: DynamoSandboxStore;
  /** The snapshots that exist, with their sandboxes. */
  readonly snapshots = new Map<string, string>();
  /** The scripts that ran, by what they do. */
  readonly ran: string[] = [];
  readonly events: IntegratorEvent[] = [];
  setup: ShellOutcome = ok('');
  clone: ShellOutcome = ok('found setup\n');
  sandboxLimit = 5;
  /** Called when the set-up script runs. */
  duringSetup: () => Promise<unknown> = async () => undefined;
  /** The specs of the owner. */
  ownSpecs: OwnSpecFinder['ownSpecs'] = noOwnSpecs;
  members: BuildDeps['members'] = noMembers;
  #made = 0;
  readonly #tables: ServiceTables;

  constructor(tables: ServiceTables) {
    this.#tables = tables;
    this.prebuilds = new DynamoPrebuilds(tables.documents, tables, this.clock.now);
    this.sandboxes = new DynamoSandboxStore(tables.documents, tables, this.clock.now);
  }

  async create(
    refresh: 'push' | 'daily' | 'never' = 'never',
    more: Partial<PrebuildOrder> = {},
    person?: string,
    lineages: readonly Lineage[] = [],
  ): Promise<string> {
    // Each of its own repository, as an owner has one prebuild of a source.
    const repository = this.#made === 0 ? 'acme/site' : `acme/site-${this.#made}`;
    this.#made += 1;
    const order = { repository, git_provider: null, branch: null, spec_id: 'reference', refresh, resources: null };
    const { row } = await createPrebuild(
      this.ownerId,
      { ...order, setup_on_start: false, ...more },
      { keyId: 'key000000001', lineages, person },
      async () => [],
      { prebuilds: this.prebuilds, vault: new MemoryVault(), now: this.clock.now, work: async () => undefined },
    );
    return row.prebuild_id;
  }

  /** One run of a worker. @returns false if it was killed */
  async work(id: string, worker = 'w1'): Promise<boolean> {
    try {
      await runBuild(this.ownerId, id, { worker, timeLeft: () => 900_000 }, this.#deps());
      return true;
    } catch (error) {
      if (error instanceof KilledError) return false;
      throw error;
    }
  }

  /** Workers and sandboxes go on, a minute at a time, until nothing is left to do. */
  async settle(id: string): Promise<void> {
    for (let minute = 0; minute < 100; minute += 1) {
      const before = await this.#state(id);
      await this.work(id, `w${minute}`);
      await this.advanceSandboxes();
      this.clock.advance(61);
      const after = await this.#state(id);
      if (before === after && !(await this.isDue(id))) return;
    }
    throw new Error('the prebuild does not come to rest');
  }

  async isDue(id: string): Promise<boolean> {
    for await (const page of this.prebuilds.due(this.clock.now()))
      if (page.some((row) => row.prebuild_id === id)) return true;
    return false;
  }

  async all(): Promise<readonly Sandbox[]> {
    return this.sandboxes.newest(this.ownerId, new Date('2036-01-01'), 100);
  }

  /** What ECS and the reconciler would do meanwhile. */
  async advanceSandboxes(): Promise<void> {
    for (const sandbox of await this.all()) {
      const next = this.#advanced(sandbox);
      if (next) await this.sandboxes.save([{ previous: sandbox, next: changed(sandbox, this.clock.now(), next) }]);
    }
  }

  #advanced({ desired, phase }: Sandbox): Partial<Sandbox> | undefined {
    if (desired === 'DELETED') return phase === 'DELETED' ? undefined : { phase: 'DELETED', snapshot_id: null };
    if (desired === 'RUNNING' && phase !== 'RUNNING')
      return { phase: 'RUNNING', agent_url: 'http://127.0.0.1:1', key_id: 'k1' };
    if (desired === 'PAUSED' && phase !== 'PAUSED')
      return { phase: 'PAUSED', snapshot_id: `snap-${newId(new Date())}` };
    return undefined;
  }

  async #state(id: string): Promise<string> {
    return JSON.stringify([await this.prebuilds.find(this.ownerId, id), await this.all()]);
  }

  #deps(): BuildDeps {
    const { clock, snapshots } = this;
    const documents = this.killer.of(this.#tables.documents);
    const tables = this.#tables;
    const sandboxes = new DynamoSandboxStore(documents, tables, clock.now);
    const usage = new LedgerUsageReader({
      ledger: new DynamoMonthLedger(documents, tables),
      sums: new DynamoSettledSums(documents, tables),
      tables: pricesOf('eu-central-1').tables,
    });
    const prebuilds = new DynamoPrebuilds(documents, tables, clock.now);
    return {
      prebuilds,
      sandboxes,
      budgets: new Budgets({ accounts: new DynamoOwnerAccounts(documents, tables), sandboxes, usage, now: clock.now }),
      specs: someSpecs(),
      ownSpecs: this.ownSpecs,
      stageLimits: { sandboxes: this.sandboxLimit, vcpus: 1_000 },
      members: this.members,
      keys: someKeys(),
      settings: {
        forStart: async () => ({
          llm: { model: 'x', baseUrl: null, apiKey: null },
          secrets: new Map(),
          gitTokens: new Map(),
          mcpConfig: null,
        }),
      },
      workspace: { writeFile: async () => undefined, run: (_agent, { command }) => this.#run(command) },
      gitBases: {},
      ...noApps,
      keepWorkspace: async ({ ownerId, sandboxId }, further) => {
        const sandbox = await sandboxes.find(ownerId, sandboxId);
        if (!sandbox?.snapshot_id) throw new NotFoundError('Sandbox', sandboxId);
        const id = newId(clock.now());
        const next = changed(sandbox, clock.now(), { snapshot_id: null });
        try {
          await sandboxes.save([{ previous: sandbox, next }], undefined, await further(id));
        } finally {
          // The same transaction would write the row of the snapshot, whether its worker hears of it or not.
          const rows = await this.prebuilds.all(ownerId);
          if (rows.some(({ current }) => current?.snapshot_id === id)) snapshots.set(id, sandboxId);
        }
      },
      deleteSnapshot: async (_owner, id) => {
        if (!snapshots.delete(id)) throw new NotFoundError('Snapshot', id);
      },
      published: (event) => {
        this.events.push(event);
        return outboxPart(event, tables.integratorEvents);
      },
      now: clock.now,
      pause: (_milliseconds, signal) => new Promise((resolve) => signal.addEventListener('abort', resolve)),
    };
  }

  async #run(command: string): Promise<ShellOutcome> {
    if (command.includes('clone_submodules')) {
      this.ran.push('clone');
      return this.clone;
    }
    if (command.includes('SETUP_EXPORTS')) {
      this.ran.push('setup');
      await this.duringSetup();
      return this.setup;
    }
    this.ran.push('seal');
    return ok('commit abc\nbranch main\n');
  }
}
