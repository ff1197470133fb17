import { expect, it } from 'vitest';
import { noSettings, type OwnerSettings, type SettingsStore } from '../../../shared/domain/settings/settings-store.ts';
import { anOwner, failuresOf } from '../http/walk.ts';
import { aSealed } from './secret-data.ts';

export function settingsStoreSuite(store: () => SettingsStore): void {
  const settingsOf = (owner: string, overrides: Partial<OwnerSettings> = {}): OwnerSettings => ({
    ...noSettings(owner),
    version: 1,
    updated_at: '2026-11-21T12:00:00.000Z',
    ...overrides,
  });

  it('finds the settings unchanged, but not for another owner', async () => {
    const settings = settingsOf(anOwner(), {
      agent_settings: { llm: { model: 'a/b', api_key: { $sealed: aSealed() }, top_p: 0.1234567890123 }, '': [null] },
      conversation_settings: { max_iterations: 500, deep: { deeper: [{ deepest: true }] } },
      preferences: { language: 'de', user_consents_to_analytics: null },
      mcp: aSealed('bWNw'),
      profiles: [
        { name: 'z', llm: { model: 'x/y' } },
        { name: 'a', llm: {} },
      ],
      active_profile: 'z',
    });

    await store().save(settings);

    expect(await store().find(settings.owner_id)).toEqual(settings);
    expect(await store().find(anOwner())).toBeUndefined();
  });

  it('saves only the next version, and gives the losing writer a version conflict', async () => {
    const first = settingsOf(anOwner());
    await expect(store().save({ ...first, version: 2 })).rejects.toMatchObject({ name: 'VersionConflictError' });
    const made = await Promise.allSettled([store().save(first), store().save(first)]);
    expect(failuresOf(made)).toEqual(['VersionConflictError']);

    const [german, french] = ['de', 'fr'].map((language) => ({ ...first, version: 2, preferences: { language } }));
    if (!german || !french) throw new Error('two languages');
    const changed = await Promise.allSettled([store().save(german), store().save(french)]);

    expect(failuresOf(changed)).toEqual(['VersionConflictError']);
    expect((await store().find(first.owner_id))?.version).toBe(2);
  });
}
