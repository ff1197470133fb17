import { describe, expect, it, vi } from 'vitest';
import { noLimits } from '../../../../../shared/contract/shapes/limits.ts';
import type { KeyRecord } from '../../../../../shared/domain/accounts/keys/key-record.ts';
import { UseNotes } from '../../../../../shared/domain/accounts/keys/note-use.ts';

const noon = new Date('2026-11-21T12:00:00.000Z');
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000);
const record: KeyRecord = {
  key_id: 'key000000001',
  owner_id: 'ann',
  name: null,
  hash: '',
  last4: 'last',
  created_at: noon.toISOString(),
  created_by: 'operator',
  expires_at: null,
  revoked_at: null,
  limits: noLimits,
};

describe('UseNotes', () => {
  it('writes the use of a key when none is recorded in the last ten minutes', async () => {
    const noteUse = vi.fn(async () => undefined);
    const uses = new UseNotes({ noteUse });

    await uses.note({ ...record, last_used_at: minutes(-9).toISOString() }, noon);
    expect(noteUse).not.toHaveBeenCalled();
    await uses.note({ ...record, last_used_at: minutes(-11).toISOString() }, noon);
    await uses.note({ ...record, key_id: 'key000000002' }, noon);

    expect(noteUse.mock.calls).toEqual([
      [record.key_id, noon, minutes(-10)],
      ['key000000002', noon, minutes(-10)],
    ]);
  });

  it('tries once in ten minutes when the table refuses the write, and fails no request', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const noteUse = vi.fn(async () => {
      throw new Error('no');
    });
    const uses = new UseNotes({ noteUse });

    for (const minute of [0, 1, 9, 11]) await uses.note(record, minutes(minute));

    expect(noteUse).toHaveBeenCalledTimes(2);
    expect(warn).toHaveBeenCalledTimes(2);
    warn.mockRestore();
  });

  it('does not delay a request for long when the table does not answer', async () => {
    const uses = new UseNotes({ noteUse: () => new Promise(() => undefined) }, 1);

    await expect(uses.note(record, noon)).resolves.toBeUndefined();
  });
});
