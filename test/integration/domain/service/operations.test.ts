import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { newAnnouncement } from '../../../../shared/domain/service/operations/announce.ts';
import { DynamoOperations, MAX_ANNOUNCEMENTS } from '../../../../shared/domain/service/operations/dynamo-operations.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const { documents } = tables;
const operations = new DynamoOperations(documents, tables);
const now = new Date('2026-11-29T08:00:00.000Z');
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

const announce = (text: string, starts_at?: string, ends_at?: string) => {
  const made = newAnnouncement({ text, level: 'info', starts_at, ends_at }, 'operator-key', now);
  return operations.announce(made, now).then(() => made.id);
};
const texts = async (at: Date) => (await operations.announcements(at)).map(({ text }) => text);

beforeEach(async () => {
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: tables.operations }));
  for (const { kind, entry_id } of Items)
    await documents.send(new DeleteCommand({ TableName: tables.operations, Key: { kind, entry_id } }));
});

describe('announcements', () => {
  it('are listed by their start until they end, seven days after it unless they name an end', async () => {
    await announce('Later', inHours(2).toISOString());
    await announce('Now');
    await announce('Short', undefined, inHours(1).toISOString());

    expect((await texts(now)).toSorted()).toEqual(['Later', 'Now', 'Short']);
    expect((await texts(now)).at(-1)).toBe('Later');
    expect(await texts(inHours(1))).toEqual(['Now', 'Later']);
    expect(await texts(inHours(7 * 24))).toEqual(['Later']);
    expect(await texts(inHours(7 * 24 + 2))).toEqual([]);
  });

  it.each([
    ['before its start', inHours(2).toISOString(), inHours(1).toISOString()],
    ['in the past', inHours(-2).toISOString(), inHours(-1).toISOString()],
    ['more than 90 days after its start', undefined, inHours(91 * 24).toISOString()],
  ])('are refused with an end %s', (_, start, end) => {
    const make = () => newAnnouncement({ text: 'x', level: 'info', starts_at: start, ends_at: end }, 'key', now);
    expect(make).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });

  it('are bounded in number, and a deletion makes room', async () => {
    const ids = [];
    for (let n = 0; n < MAX_ANNOUNCEMENTS; n += 1) ids.push(await announce(`Number ${n}`));
    await expect(announce('One more')).rejects.toMatchObject({ code: 'conflict' });

    const [first = ''] = ids;
    await operations.withdraw(first);
    await expect(operations.withdraw(first)).rejects.toMatchObject({ code: 'not_found' });
    await announce('One more');
    expect(await texts(now)).toContain('One more');
  });

  it('are not hidden by many that have ended, and whose rows are still there', async () => {
    for (let n = 0; n < 210; n += 1) {
      const [text, times] = [
        `Ended ${n}`,
        { starts_at: inHours(-2).toISOString(), ends_at: inHours(-1).toISOString() },
      ];
      const row = { kind: 'announcement', entry_id: `00${n}`, level: 'info', text, created_by: 'key', ...times };
      const Item = { ...row, created_at: now.toISOString() };
      await documents.send(new PutCommand({ TableName: tables.operations, Item }));
    }
    await announce('Now');

    expect(await texts(now)).toEqual(['Now']);
  });

  it('are not withdrawn by the key of another row', async () => {
    await operations.saveSummary('{}', now);
    await expect(operations.withdraw('latest')).rejects.toMatchObject({ code: 'not_found' });
    expect(await operations.summary()).toEqual({ at: '2026-11-29T08:00:00.000Z', document: '{}' });
  });
});

describe('failures', () => {
  it('are added up by reason over the last 24 hours, the most frequent first', async () => {
    await operations.addFailures(new Map([['sandbox: lost', 50]]), inHours(-25));
    await operations.addFailures(new Map([['sandbox: lost', 1]]), inHours(-23));
    await operations.addFailures(new Map([['start: no clone', 2]]), inHours(-1));
    await operations.addFailures(new Map([['start: no clone', 3]]), now);
    await operations.addFailures(new Map([['sandbox: lost', 1]]), now);

    expect(await operations.failures(now)).toEqual([
      { reason: 'start: no clone', count: 5 },
      { reason: 'sandbox: lost', count: 2 },
    ]);
  });
});

describe('failures with many reasons', () => {
  it('share a name once an hour has enough of them, so that no text of users fills the row', async () => {
    for (let n = 0; n < 120; n += 1) await operations.addFailures(new Map([[`start: text ${n}`, 1]]), now);
    await operations.addFailures(
      new Map([
        ['start: text 1', 2],
        ['start: text 500', 1],
        ['sandbox: lost', 1],
      ]),
      now,
    );

    const failures = await operations.failures(now);

    const counted = Object.fromEntries(failures.map(({ reason, count }) => [reason, count]));
    expect(failures.length).toBeLessThan(60);
    expect(counted).toMatchObject({ 'start: text 1': 3, 'sandbox: other': 1 });
    expect(failures.reduce((sum, { count }) => sum + count, 0)).toBe(124);
  });
});

it('the summary of a sweep replaces the one before', async () => {
  expect(await operations.summary()).toBeUndefined();
  await operations.saveSummary('{"first":1}', inHours(-1));
  await operations.saveSummary('{"second":2}', now);
  expect(await operations.summary()).toEqual({ at: '2026-11-29T08:00:00.000Z', document: '{"second":2}' });
});
