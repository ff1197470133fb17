import { expect, it } from 'vitest';
import { listAnnouncements } from '../../../../functions/service/list-announcements.ts';
import { newAnnouncement } from '../../../../shared/domain/service/operations/announce.ts';
import { invoke } from '../../../support/http/invoke.ts';

const now = new Date('2026-11-29T08:00:00.000Z');
const announcement = (text: string, starts_at?: string) =>
  newAnnouncement({ text, level: 'info', starts_at, ends_at: undefined }, 'operator-key', now);

it('owners see announcements from their start on, and operators also later ones, without their authors', async () => {
  const all = [announcement('Now'), announcement('Later', '2026-11-29T09:00:00.000Z')];
  const deps = { operations: { announcements: async () => all }, now: () => now };
  const seenWith = async (scopes: readonly ('usage:read' | 'admin')[]) =>
    (await invoke(listAnnouncements, deps, { caller: { scopes } })).body.items;

  expect(await seenWith(['usage:read'])).toMatchObject([{ text: 'Now', active: true }]);
  const toOperators = await seenWith(['admin']);
  expect(toOperators).toMatchObject([{ text: 'Now' }, { text: 'Later', active: false }]);
  expect(JSON.stringify(toOperators)).not.toContain('operator-key');
});
