import * as fc from 'fast-check';
import { rotateSessionKey } from '../../../../functions/sandboxes/rotate-session-key.ts';
import { authenticateSandbox } from '../../../../shared/domain/sandboxes/agent/authenticate-sandbox.ts';
import {
  changeIntent,
  deleteRequested,
  pauseRequested,
  resumeRequested,
} from '../../../../shared/domain/sandboxes/intent/intents.ts';
import { rotateSeenKeys } from '../../../../shared/domain/sandboxes/intent/rotate-seen-keys.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { wakeSandbox } from '../../../../shared/domain/sandboxes/waking/wake.ts';
import { AppError, VersionConflictError } from '../../../../shared/platform/errors.ts';
import { noMembers } from '../../accounts/people/no-members.ts';
import { aCaller, aRequest } from '../../http/a-caller.ts';
import { aSandbox } from '../sandbox-data.ts';
import { act } from './act.ts';
import { type Action, newsUpTo } from './actions.ts';
import type { EdgeOfWorldFaults } from './edge-of-world.ts';
import { type Around, through } from './processes.ts';
import { Rotations } from './rotations.ts';
import { type SandboxWorld, STAGE_LIMITS } from './sandbox-world.ts';
import { endFaults } from './task-faults.ts';

const intents = ['pause', 'resume', 'wake', 'rotate', 'compromise'] as const;
type Intent = (typeof intents)[number] | 'delete';
type Step = { readonly kind: 'ask'; readonly intent: Intent } | Action;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('ask' as const), intent: fc.constantFrom(...intents, 'rotate' as const) }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('calls' as const), count: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 5, arbitrary: newsUpTo(3) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('time' as const), seconds: fc.constantFrom(1, 5, 15, 40) }),
  },
  { weight: 2, arbitrary: fc.constantFrom<Step>({ kind: 'calm' }, { kind: 'sweep' }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const), calls: fc.nat({ max: 12 }) }) },
);

/** A worker hangs with the row from before a rotation, which random stories rarely reach. */
const hungBoot: fc.Arbitrary<readonly Step[]> = fc
  .record({ turns: fc.integer({ min: 1, max: 6 }), intent: fc.constantFrom('rotate' as const, 'compromise' as const) })
  .map(({ turns, intent }) => {
    const calls: Step = { kind: 'calls', count: 20 };
    const time = (seconds: number): Step => ({ kind: 'time', seconds });
    const turn: readonly Step[] = [{ kind: 'news', count: 2, again: true }, calls, time(5)];
    return [
      { kind: 'hang', after: 'addresses', seconds: 45 },
      ...Array.from({ length: turns }, () => turn).flat(),
      ...[{ kind: 'ask', intent } as const, calls, time(45), calls, calls],
    ];
  });

/** Several requests before anything begins. */
const early: fc.Arbitrary<readonly Step[]> = fc
  .array(fc.constantFrom(...intents), { minLength: 2, maxLength: 6 })
  .map((asked) =>
    asked.flatMap((intent): Step[] => [
      { kind: 'ask', intent },
      { kind: 'calls', count: 20 },
    ]),
  );

/** What happens to a sandbox. */
export interface Story {
  readonly seed: number;
  readonly steps: readonly Step[];
  readonly last: 'resume' | 'delete';
}

export const stories: fc.Arbitrary<Story> = fc.record({
  seed: fc.integer(),
  steps: fc
    .tuple(
      fc.option(fc.oneof(hungBoot, early), { freq: 2 }),
      fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }),
    )
    .map(([opening, steps]) => [...(opening ?? []), ...steps]),
  last: fc.constantFrom('resume', 'resume', 'resume', 'delete'),
});

/** What the invariants must find. */
export interface Fault {
  /** Rotations ask the edge for nothing. */
  readonly isForgetful?: boolean;
  readonly edge?: EdgeOfWorldFaults;
}

/** The only sandbox of a world, and requests for it. */
class Tale {
  readonly world: SandboxWorld;
  readonly rotations: Rotations;
  readonly #isForgetful: boolean;

  constructor(seed: number, { isForgetful = false, edge = {} }: Fault) {
    this.rotations = new Rotations(seed, edge);
    this.world = this.rotations.world;
    this.#isForgetful = isForgetful;
    this.world.processes.interleaved = true;
  }

  row(): Sandbox {
    const [row] = this.world.rows();
    if (!row) throw new Error('there is no sandbox');
    return row;
  }

  async begin(): Promise<void> {
    const created_at = this.world.clock.now().toISOString();
    const next = aSandbox({ created_at, key_id: 'k1', api_key_id: 'key000000001' });
    await this.world.sandboxes.save([{ previous: null, next }]);
    this.world.leap(1);
  }

  async take(step: Step): Promise<void> {
    if (step.kind !== 'ask') return act(this.world, step);
    this.world.processes.start((around) => this.#ask(step.intent, around).catch(isRefusal));
  }

  async #ask(intent: Intent, around: Around): Promise<void> {
    const { clock } = this.world;
    const { owner_id: ownerId, sandbox_id: id } = this.row();
    const store = through(around, this.world.sandboxes);
    const change = (to: (row: Sandbox, now: Date) => Sandbox | undefined) =>
      changeIntent(ownerId, id, store, async (previous) => {
        const next = to(previous, clock.now());
        if (next) await store.save([{ previous, next }]);
      });
    switch (intent) {
      case 'pause':
        return change((row, now) => pauseRequested(row, now));
      case 'resume':
        return change(resumeRequested);
      case 'delete':
        return change(deleteRequested);
      case 'wake':
        return this.#wake(around);
      case 'rotate':
      case 'compromise':
        return this.#rotate(intent, around);
    }
  }

  #wake(around: Around): Promise<void> {
    const { sandboxes, clock } = this.world;
    const save: typeof sandboxes.save = (changes, bounds) => around(() => sandboxes.save(changes, bounds));
    const deps = {
      sandboxes: { ...readsOf(sandboxes, around), save },
      budgets: this.world.budgets(around),
      stageLimits: STAGE_LIMITS,
      members: noMembers,
      now: clock.now,
      auditPart: () => ({}) as never,
    };
    return wakeSandbox(this.row(), { kind: 'session-key' }, deps);
  }

  async #rotate(intent: 'rotate' | 'compromise', around: Around): Promise<void> {
    const { sandboxes, clock } = this.world;
    const { owner_id: ownerId, sandbox_id } = this.row();
    let last: Sandbox | undefined;
    const find: typeof sandboxes.find = async (...whose) => {
      const row = await around(() => sandboxes.find(...whose));
      // A repeated request finds what an earlier one has written.
      if (row?.session_rotates) last = row;
      return row;
    };
    const save: typeof sandboxes.save = async (changes) => {
      await around(() => sandboxes.save(changes));
      last = changes[0]?.next;
    };
    const edge = this.#isForgetful ? { leave: async () => undefined } : this.world.edgeEntries(around);
    const list: typeof sandboxes.list = (...query) => around(() => sandboxes.list(...query));
    const deps = { sandboxes: { find, list, save }, edge, now: clock.now };
    if (intent === 'rotate') {
      const params = { sandbox_id };
      const caller = { ...aCaller, ownerId };
      await rotateSessionKey.run({ caller, params, request: aRequest, body: undefined, query: undefined }, deps);
    } else {
      const audited = () => ({ lost: () => new Error('no race'), written: () => undefined });
      const { complete } = await rotateSeenKeys(ownerId, clock.now().toISOString(), { ...deps, audited });
      if (!complete) return;
    }
    if (last) this.rotations.answered(last);
  }

  /** Everything that still has to happen, without crashes. */
  async settle(): Promise<readonly string[]> {
    const { world } = this;
    await endFaults(world);
    for (let minute = 0; minute < 8; minute += 1) {
      for (let quarter = 0; quarter < 4; quarter += 1) {
        await world.tellAll();
        await world.pass(15);
      }
      world.sweep();
      await world.processes.finish();
    }
    return this.broken();
  }

  async broken(): Promise<readonly string[]> {
    const { rotations, world } = this;
    return [...(await rotations.broken()), ...rotations.edge.broken, ...world.processes.bugs.map(String)];
  }
}

function readsOf(sandboxes: SandboxWorld['sandboxes'], around: Around) {
  const { find, findMany, oldestCounted } = through(around, sandboxes);
  return { find, findMany, oldestCounted };
}

function isRefusal(error: unknown): void {
  const isKnown = error instanceof AppError || error instanceof VersionConflictError;
  if (!isKnown && !(error instanceof Error && error.name === 'WakesUsedUpError')) throw error;
}

/** @returns what is broken, at any time or at rest */
export async function told({ seed, steps, last }: Story, fault: Fault = {}): Promise<readonly string[]> {
  const tale = new Tale(seed, fault);
  await tale.begin();
  for (const one of steps) {
    await tale.take(one);
    const broken = await tale.broken();
    if (broken.length > 0) return broken;
  }
  tale.world.processes.neverCrash();
  await tale.world.processes.finish();
  await tale.take({ kind: 'ask', intent: last });
  const broken = await tale.settle();
  return broken.length > 0 ? broken : atRest(tale, last);
}

async function atRest(tale: Tale, last: Story['last']): Promise<readonly string[]> {
  const { world, rotations } = tale;
  const sandbox = tale.row();
  if (last === 'delete') return rotations.isAtEdge(sandbox) ? ['a deleted sandbox has an entry'] : [];
  const { phase, session_rotates: rotates, task_arn: arn } = sandbox;
  if (phase !== 'RUNNING' || arn === null) return [`the sandbox is ${phase}`];
  const key = world.agents.sessionKeyOf(arn);
  const isCurrent = key === (await world.keys.sessionKey(sandbox));
  const isAccepted = (await authenticateSandbox(key, { sandboxes: world.sandboxes })) !== undefined;
  return [
    ...(rotates ? ['the session key is still to be replaced'] : []),
    ...(isCurrent && isAccepted ? [] : ['the agent and the service have different keys']),
    ...(rotations.isAtEdge(sandbox) ? [] : ['the running sandbox has no entry']),
  ];
}
