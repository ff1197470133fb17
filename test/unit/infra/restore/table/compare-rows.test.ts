import { describe, expect, it } from 'vitest';
import { type Comparison, compareRows, isWanted } from '../../../../../infra/restore/table/compare-rows.ts';
import { restorableTables, type TableRules } from '../../../../../infra/restore/table/restorable-tables.ts';
import { idsOf, isSame, ownerOf, type Row } from '../../../../../infra/restore/table/row.ts';
import { countRow } from '../../../../../shared/domain/broker/calls/model-call-row.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const seconds = now.getTime() / 1000;

function rulesOf(name: string): TableRules {
  const rules = restorableTables[name];
  if (!rules) throw new Error(`no rules for ${name}`);
  return rules;
}

function compare(restored: Row, live: Row | undefined, name = 'Conversations', isDeleted = false): Promise<Comparison> {
  const options = { rules: rulesOf(name), expiresBy: 'expires_at', now, isDeleted: async () => isDeleted };
  return compareRows(restored, live, options);
}

const row = (version: number, more: Row = {}): Row => ({
  owner_id: { S: 'ann' },
  version: { N: `${version}` },
  ...more,
});

describe('a restored row', () => {
  it('is missing, the same, older or different in the live table', async () => {
    expect(await compare(row(1), undefined)).toBe('missing');
    expect(await compare(row(1), row(1))).toBe('same');
    expect(await compare(row(2), row(1))).toBe('older');
    expect(await compare(row(1), row(2))).toBe('differs');
    expect(await compare(row(1, { title: { S: 'a' } }), row(1, { title: { S: 'b' } }))).toBe('differs');
  });

  it('is compared by its time where there is no version', async () => {
    const at = (time: string): Row => ({ owner_id: { S: 'ann' }, updated_at: { S: time } });

    expect(await compare(at('2026-11-22'), at('2026-11-21'))).toBe('older');
    expect(await compare(at('2026-11-21'), at('2026-11-22'))).toBe('differs');
  });

  it('is the same whatever the order of a set', () => {
    expect(isSame({ tags: { SS: ['a', 'b'] } }, { tags: { SS: ['b', 'a'] } })).toBe(true);
    expect(isSame({ tags: { L: [{ S: 'a' }, { S: 'b' }] } }, { tags: { L: [{ S: 'b' }, { S: 'a' }] } })).toBe(false);
  });

  it('stays away when its time to live is over, or when a caller deleted it', async () => {
    expect(await compare(row(1, { expires_at: { N: String(seconds) } }), undefined)).toBe('expired');
    expect(await compare(row(1, { expires_at: { N: String(seconds + 1) } }), undefined)).toBe('missing');
    expect(await compare(row(1), undefined, 'Conversations', true)).toBe('deleted');
  });

  it('of a start that is not over stays away, as it would start again', async () => {
    const task = (status: string): Row => ({ owner_id: { S: 'ann' }, status: { S: status } });

    expect(await compare(task('WORKING'), undefined, 'StartTasks')).toBe('unfinished');
    expect(await compare(task('READY'), undefined, 'StartTasks')).toBe('missing');
  });

  it('of a call of a model stays away while it is in progress, as nothing would end it', async () => {
    const call = (more: Row): Row => ({ owner_id: { S: 'ann' }, ...more });

    expect(await compare(call({ status: { S: 'open' } }), undefined, 'ModelCalls')).toBe('unfinished');
    expect(await compare(call({ status: { S: 'succeeded' } }), undefined, 'ModelCalls')).toBe('missing');
  });

  it('of a snapshot is written only while EC2 has its data, and without a copy in progress', async () => {
    const snapshot = (state: string, ebs: string | null): Row =>
      row(3, { state: { S: state }, ebs_snapshot_id: ebs === null ? { NULL: true } : { S: ebs } });
    const rules = rulesOf('Snapshots');
    const options = { rules, expiresBy: 'purge_at', now, isDeleted: async () => false, stored: new Set(['snap-1']) };
    const comparisonOf = (one: Row) => compareRows(one, undefined, options);

    expect(await comparisonOf(snapshot('READY', 'snap-1'))).toBe('missing');
    expect(await comparisonOf(snapshot('READY', 'snap-2'))).toBe('gone');
    expect(await comparisonOf(snapshot('CREATING', 'snap-1'))).toBe('missing');
    expect(await comparisonOf(snapshot('CREATING', null))).toBe('unfinished');
    expect(await comparisonOf(snapshot('ERROR', null))).toBe('missing');
    expect(isWanted('gone', rules, { replace: true, deleted: true })).toBe(false);
    const expiring = { ...snapshot('READY', 'snap-1'), expires_at: { S: '2026-11-22T13:00:00.000Z' } };
    expect(rules.returning?.(expiring, now)).toMatchObject({
      version: { N: '4' },
      expires_at: { S: '2026-11-29T12:00:00.000Z' },
    });
  });

  it('never takes the place of a revoked or replaced key', async () => {
    const key = (more: Row): Row => ({
      key_id: { S: 'k' },
      owner_id: { S: 'ann' },
      revoked_at: { NULL: true },
      ...more,
    });

    const ends: readonly Row[] = [{ revoked_at: { S: '2026-11-22' } }, { rotated_to: { S: 'k2' } }];
    for (const ended of ends) expect(await compare(key({}), key(ended), 'ApiKeys')).toBe('final');
    expect(isWanted('final', rulesOf('ApiKeys'), { replace: true, deleted: true })).toBe(false);
    expect(isWanted('deleted', rulesOf('ApiKeys'), { replace: true, deleted: true })).toBe(false);
  });
});

describe('choice of rows', () => {
  const conversations = rulesOf('Conversations');

  it('restores missing and older rows, and different or deleted rows only on request', () => {
    const wanted = (choice: { replace: boolean; deleted: boolean }) =>
      (['same', 'missing', 'older', 'differs', 'expired', 'deleted', 'unfinished', 'final'] as const).filter((one) =>
        isWanted(one, conversations, choice),
      );

    expect(wanted({ replace: false, deleted: false })).toEqual(['missing', 'older']);
    expect(wanted({ replace: true, deleted: false })).toEqual(['missing', 'older', 'differs']);
    expect(wanted({ replace: false, deleted: true })).toEqual(['missing', 'older', 'deleted']);
  });

  it('never replaces the row of a sandbox', () => {
    for (const comparison of ['older', 'differs'] as const)
      expect(isWanted(comparison, rulesOf('Sandboxes'), { replace: true, deleted: true })).toBe(false);
  });
});

describe('counts of calls of models', () => {
  const { returning } = rulesOf('ModelCalls');
  const counts = (call_id: string): Row => ({ owner_id: { S: 'ann' }, call_id: { S: call_id }, calls: { N: '3' } });

  it('come back for conversations, with what they have cost and no call in progress', async () => {
    const restored: Row = { ...counts(countRow.conversation('c1')), spent_micro_usd: { N: '250' } };

    expect(await compare(restored, undefined, 'ModelCalls')).toBe('missing');
    expect(returning?.(restored, now)).toEqual({ ...restored, calls: { N: '0' } });
  });

  it('stay away for sandboxes and places, as they only count calls in progress', async () => {
    for (const id of [countRow.sandbox('s1'), countRow.place(0)])
      expect(await compare(counts(id), undefined, 'ModelCalls')).toBe('unfinished');
  });
});

describe('row of a sandbox that comes back', () => {
  const returning = (restored: Row) => rulesOf('Sandboxes').returning?.(restored, now);

  it('has a later version, and keeps its workspace for an operator for a week', () => {
    const week = '2026-11-29T12:00:00.000Z';

    expect(returning(row(4, { expires_at: { S: '2026-11-20T00:00:00.000Z' } }))).toMatchObject({
      version: { N: '5' },
      expires_at: { S: week },
    });
    expect(returning(row(4, { expires_at: { S: '2027-01-01T00:00:00.000Z' } }))?.expires_at).toEqual({
      S: '2027-01-01T00:00:00.000Z',
    });
    expect(returning(row(4, { expires_at: { NULL: true } }))?.expires_at).toEqual({ NULL: true });
  });
});

describe('owner and ids of a row', () => {
  it('come from its attributes or from its key', () => {
    const event = { conversation_key: { S: 'team/ann/c1' }, event_id: { S: 'e1' } };

    expect(ownerOf(event, ['conversation_key', 'event_id'])).toBe('team/ann');
    expect(ownerOf(row(1), ['owner_id'])).toBe('ann');
    expect([...idsOf(event, ['conversation_key', 'event_id'])]).toEqual(['team', 'ann', 'c1', 'e1']);
  });
});
