import { describe, expect, it } from 'vitest';
import { defaultVisibility } from '../../../../../../shared/domain/conversations/start/create/privacy-of-start.ts';
import { noSettings } from '../../../../../../shared/domain/settings/settings-store.ts';

/** Settings whose members make private conversations by default, and who was looked for. */
function privateByDefault() {
  const reads: string[] = [];
  const find = async (ownerId: string) => {
    reads.push(ownerId);
    return { ...noSettings(ownerId), preferences: { default_visibility: 'private' } };
  };
  return { reads, settings: { find } };
}

describe('defaultVisibility', () => {
  it("is the owner's choice for a member", async () => {
    const { reads, settings } = privateByDefault();

    expect(await defaultVisibility({ ownerId: 'ann', policy: { person: 'p1' } }, { settings })).toBe('private');
    expect(reads).toEqual(['ann']);
  });

  it('reads nothing for keys of no member, nor for a request that names a visibility', async () => {
    const { reads, settings } = privateByDefault();
    const named = { visibility: 'private' } as const;

    await defaultVisibility({ ownerId: 'ann', policy: { person: undefined } }, { settings });
    await defaultVisibility({ ownerId: 'ann', policy: { person: 'p1' }, request: named }, { settings });

    expect(reads).toEqual([]);
  });
});
