import { describe, expect, it } from 'vitest';
import { quietConsole } from '../../../../support/logs/quiet-console.ts';
import type { Action } from '../../../../support/sandboxes/world/actions.ts';
import { brokenBy } from '../../../../support/sandboxes/world/schedule.ts';
import { searchSize } from '../../../../support/search-size.ts';

const COPIES = 2;

const calm: Action = { kind: 'calm' };
const pause: Action = { kind: 'pause', sandbox: 0 };
const fork: Action = { kind: 'fork', sandbox: 0, count: COPIES };

/** The state of the source when it is forked. */
const sources: Record<string, readonly Action[]> = {
  running: [calm, calm],
  paused: [calm, calm, pause, calm, calm],
};

/** What happens to the source before the forks are there. */
const meanwhile: Record<string, readonly Action[]> = {
  'nothing happens': [],
  'it is paused': [pause],
  'it is deleted': [{ kind: 'delete', sandbox: 0 }],
  'its task is interrupted': [{ kind: 'task-fault', what: 'spot', task: 0 }],
  'it is resumed and snapshotted': [
    { kind: 'resume', sandbox: 0 },
    { kind: 'snapshot', sandbox: 0, days: null },
  ],
};

/** More calls than the request makes, so that its workers crash too. */
const MOST_CALLS = 30;

const every = searchSize.crashes === 'both' ? 1 : 2;
const points = Array.from({ length: MOST_CALLS / every }, (_, index) => index * every);

/** The request or a worker crashes at each call in turn, and the request is repeated. */
describe('the forks of a sandbox', () => {
  quietConsole();

  const cases = Object.keys(sources).flatMap((source) =>
    Object.keys(meanwhile).map((event) => [source, event] as const),
  );

  it.each(cases)('that is %s, while %s, are whole and not too many, whichever call crashes', async (source, event) => {
    let crashes = 0;
    for (const calls of points) {
      const actions: readonly Action[] = [
        ...[{ kind: 'start-conversation', owner: 'ann' } as const, calm, ...(sources[source] ?? [])],
        ...[{ kind: 'crash', calls } as const, fork, ...(meanwhile[event] ?? []), calm, fork, calm],
      ];
      const given = { seed: calls, interleaved: false, withoutEvents: calls % 4 === 0, standingFault: 'none' } as const;
      const { broken, world } = await brokenBy({ ...given, actions });

      expect({ calls, broken }).toEqual({ calls, broken: [] });
      expect(world.rows().length).toBeLessThanOrEqual(1 + COPIES);
      crashes += world.processes.crashes;
    }
    // Some crashes are later than the last call.
    expect(crashes).toBeGreaterThan(points.length / 3);
  });
});
