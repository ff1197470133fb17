import { describe, expect, it } from 'vitest';
import { changeSettings, type OwnerSettings } from '../../../../shared/domain/settings/settings-store.ts';
import { PreconditionFailedError } from '../../../../shared/platform/errors.ts';
import { MemorySettingsStore } from '../../../support/settings/memory-settings-store.ts';

const now = () => new Date('2026-11-22T09:00:00.000Z');
const again = (current: OwnerSettings): OwnerSettings => ({ ...current });

describe('a change of settings for a revision', () => {
  it('is made where they are at it, the first one too', async () => {
    const settings = new MemorySettingsStore();

    expect(await changeSettings('ann', { settings, now }, again, [0])).toMatchObject({ version: 1 });
    expect(await changeSettings('ann', { settings, now }, again, [1])).toMatchObject({ version: 2 });
  });

  it('is refused where another change came first', async () => {
    const settings = new MemorySettingsStore();
    await changeSettings('ann', { settings, now }, again);

    await expect(changeSettings('ann', { settings, now }, again, [0])).rejects.toThrow(PreconditionFailedError);
  });

  it('is refused where it loses a race after its check', async () => {
    const settings = new MemorySettingsStore();
    const overtaken = async (current: OwnerSettings) => {
      if (current.version === 0) await changeSettings('ann', { settings, now }, again);
      return again(current);
    };

    await expect(changeSettings('ann', { settings, now }, overtaken, [0])).rejects.toThrow(PreconditionFailedError);
    expect((await settings.find('ann'))?.version).toBe(1);
  });

  it('is repeated after the same race where it sets no condition', async () => {
    const settings = new MemorySettingsStore();
    const overtaken = async (current: OwnerSettings) => {
      if (current.version === 0) await changeSettings('ann', { settings, now }, again);
      return again(current);
    };

    expect(await changeSettings('ann', { settings, now }, overtaken)).toMatchObject({ version: 2 });
  });
});
