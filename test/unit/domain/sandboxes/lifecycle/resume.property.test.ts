import * as fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import { pauseRequested, resumeRequested } from '../../../../../shared/domain/sandboxes/intent/intents.ts';
import { aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';
import { act } from '../../../../support/sandboxes/world/act.ts';
import { type Action, newsUpTo } from '../../../../support/sandboxes/world/actions.ts';
import { SandboxWorld } from '../../../../support/sandboxes/world/sandbox-world.ts';
import { searchSize } from '../../../../support/search-size.ts';

type Step = { readonly kind: 'pause-answered' | 'resume-answered' } | Action;

/** A healthy world with alternating pauses and resumes, late events and interleaved processes. */
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Step>({ kind: 'pause-answered' }, { kind: 'resume-answered' }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('calls' as const), count: fc.integer({ min: 1, max: 6 }) }) },
  {
    weight: 4,
    arbitrary: newsUpTo(3),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('time' as const), seconds: fc.constantFrom(1, 5, 15) }) },
);

/** A single client that waits for each response. */
async function take(world: SandboxWorld, { kind, ...rest }: Step): Promise<void> {
  if (kind !== 'pause-answered' && kind !== 'resume-answered') return act(world, { kind, ...rest } as Action);
  const [previous] = world.rows();
  const intent = kind === 'pause-answered' ? pauseRequested : resumeRequested;
  const next = previous && intent(previous, world.clock.now());
  if (next) await world.sandboxes.save([{ previous, next }]);
}

async function settle(world: SandboxWorld): Promise<void> {
  await world.processes.finish();
  world.processes.interleaved = false;
  for (let minute = 0; minute < 10; minute += 1) {
    for (let quarter = 0; quarter < 4; quarter += 1) {
      await world.tellAll();
      await world.pass(15);
    }
    world.sweep();
    await world.processes.finish();
  }
}

beforeAll(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});

it('a sandbox runs in the end when its last intent is a resume, however pause and resume interleave', async () => {
  const stories = fc.record({
    seed: fc.integer(),
    actions: fc.array(step, { minLength: 3, maxLength: 30, size: 'max' }),
  });
  await fc.assert(
    fc.asyncProperty(stories, async ({ seed, actions }) => {
      const world = new SandboxWorld(seed);
      world.processes.interleaved = true;
      await world.sandboxes.save([{ previous: null, next: aSandbox({ created_at: world.clock.now().toISOString() }) }]);
      for (const one of actions) await take(world, one);
      await take(world, { kind: 'resume-answered' });
      await settle(world);

      expect(world.rows()).toMatchObject([{ desired: 'RUNNING', phase: 'RUNNING', status_reason: null }]);
      expect(world.ecs.live()).toHaveLength(1);
    }),
    { numRuns: searchSize.resumes },
  );
});
