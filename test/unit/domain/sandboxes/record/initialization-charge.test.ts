import { describe, expect, it } from 'vitest';
import { ledgerOf, openOf } from '../../../../../shared/domain/sandboxes/record/ledger-of.ts';
import { aLaunch, aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const [start, end] = ['2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z'];

function task(rate: number | null, snapshot_id: string | null = 'snap-1') {
  const launch = aLaunch({ startedBy: 'ann/box/1', mark: '0123456789abcdef' });
  if (!launch.volume) throw new Error('the launch has no disk');
  const volume = { ...launch.volume, size_gib: 20, snapshot_id, initialization_rate: rate };
  return aRunningSandbox({ task_started_at: start, task_stopped_at: null, launch: { ...launch, volume } });
}

describe('what AWS charges for filling a disk at a rate', () => {
  it('is one entry of the ledger, written with the interval of the task', () => {
    const previous = task(300);
    const rows = ledgerOf({ previous, next: { ...previous, task_stopped_at: end } });

    expect(rows.map(({ kind }) => kind)).toEqual(['running', 'initialization']);
    expect(rows[1]).toMatchObject({
      ...{ gigabytes: 20, cpu_units: 0, memory_megabytes: 0, generation: previous.generation },
      ...{ started_at: '2026-11-21T12:59:59.999Z', ended_at: end, api_key_id: rows[0]?.api_key_id },
    });
    expect(new Set(rows.map(({ usage_key }) => usage_key)).size).toBe(2);
  });

  it('counts while the task runs', () => {
    expect(openOf(task(300), new Date(end)).map(({ kind }) => kind)).toEqual(['running', 'initialization']);
  });

  it.each([
    ['is filled as it is read', null, 'snap-1'],
    ['is new', 300, null],
  ])('is nothing for a disk that %s', (_, rate, snapshot) => {
    const previous = task(rate, snapshot);

    expect(ledgerOf({ previous, next: { ...previous, task_stopped_at: end } })).toHaveLength(1);
  });
});
