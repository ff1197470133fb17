import { expect, it } from 'vitest';
import { keyTable } from '../../../../infra/keys/key-table.ts';
import { keyRecordOf } from '../../../../shared/domain/accounts/keys/key-record.ts';

const now = new Date('2026-11-26T12:00:00.000Z');
const seconds = now.getTime() / 1000;
const key = (more: Record<string, unknown>) =>
  keyRecordOf({
    key_id: 'aB3dE5gH7jK9',
    owner_id: 'ann',
    name: 'ci',
    hash: 'h',
    last4: 'wxyz',
    created_at: '2026-01-01T00:00:00.000Z',
    created_by: 'operator',
    revoked_at: null,
    limits: {},
    ...more,
  });

it('lists keys in 80 columns, with what a person asks first', () => {
  const long = {
    owner_id: 'a-very-long-name-of-an-owner',
    name: 'the key of the nightly build',
    not_before: seconds + 9,
  };
  const table = keyTable(
    [
      key({ last_used_at: '2026-11-20T08:00:00.000Z' }),
      key({ ...long, expires_at: seconds + 86_400 }),
      key({ name: null, expires_at: seconds - 1 }),
      key({ revoked_at: '2026-11-25T00:00:00.000Z' }),
    ],
    now,
  );

  expect(table.split('\n')).toEqual([
    'ID            OWNER         NAME          STATUS         LAST USED   EXPIRES',
    'aB3dE5gH7jK9  ann           ci            valid          2026-11-20  never',
    'aB3dE5gH7jK9  a-very-long…  the key of …  not yet valid  never       2026-11-27',
    'aB3dE5gH7jK9  ann           -             expired        never       2026-11-26',
    'aB3dE5gH7jK9  ann           ci            revoked        never       never',
  ]);
  expect(Math.max(...table.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});
