import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepInUse } from '../../../../shared/domain/commands/reach-commands.ts';
import { changed, type Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { aRunningSandbox, noon } from '../../../support/sandboxes/sandbox-data.ts';

const IDLE_SECONDS = 20 * 60;
const DEADLINE = Date.parse(noon) + 100_000_000;

function scene(overrides: Partial<Sandbox> = {}) {
  const deadline_at = new Date(DEADLINE).toISOString();
  const sandbox = aRunningSandbox({ idle_minutes: IDLE_SECONDS / 60, deadline_at, ...overrides });
  const { owner_id, sandbox_id } = sandbox;
  const sandboxes = MemorySandboxStore.with(sandbox);
  const clock = new SettableClock(noon);
  const row = async () => {
    const found = await sandboxes.find(owner_id, sandbox_id);
    if (!found) throw new Error('The row is gone.');
    return found;
  };
  const change = async (fields: Partial<Sandbox>) => {
    const previous = await row();
    await sandboxes.save([{ previous, next: changed(previous, clock.now(), fields) }]);
  };
  const run = (generation: number, seconds: number) =>
    keepInUse({ sandbox: { ...sandbox, generation }, url: '', sessionKey: '' }, seconds, { sandboxes, now: clock.now });
  return { sandbox, clock, row, change, run };
}

/** Commands that start at once, a time that passes, or another run of the sandbox. */
const Step = fc.oneof(
  fc.record({ seconds: fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 4 }) }),
  fc.record({ passes: fc.integer({ min: 1, max: 40_000 }) }),
  fc.constant('restart' as const),
);

describe('the time for which commands keep a sandbox in use', () => {
  it('is the latest end that a command of this run stated, within the deadline', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { maxLength: 12 }), async (steps) => {
        const { sandbox, clock, row, change, run } = scene();
        let { generation } = sandbox;
        let latest = 0;
        for (const step of steps) {
          if (step === 'restart') {
            generation += 1;
            latest = 0;
            await change({ generation, wanted_generation: generation, busy_until: null });
          } else if ('passes' in step) clock.advance(step.passes);
          else {
            const now = clock.now().getTime();
            const long = step.seconds.filter((seconds) => seconds >= IDLE_SECONDS);
            latest = Math.max(latest, ...long.map((seconds) => Math.min(now + seconds * 1_000, DEADLINE)));
            // A command of an earlier run says nothing about this one.
            await Promise.all([
              ...step.seconds.map((seconds) => run(generation, seconds)),
              run(generation - 1, 90_000),
            ]);
          }
          const { busy_until: until } = await row();
          expect(until ? Date.parse(until) : 0).toBe(latest);
        }
      }),
      { numRuns: 200, seed: 1 },
    );
  });

  it('does not change once the sandbox is to be paused', async () => {
    const { row, run, sandbox } = scene({ desired: 'PAUSED' });

    await run(sandbox.generation, 90_000);

    expect((await row()).busy_until ?? null).toBeNull();
  });
});
