import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CodeLoader, OutdatedConsole } from '../../../../../console/src/live/code-loader.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('code of a page', () => {
  test('it waits for a server that cannot be reached', async () => {
    let isReachable = false;
    const loader = new CodeLoader(async () => isReachable);
    const importer = async () => {
      if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module');
      return { Page: 'page' };
    };
    const loading = loader.load(importer);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loader.isWaiting()).toBe(true);
    isReachable = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await loading).toEqual({ Page: 'page' });
    expect(loader.isWaiting()).toBe(false);
  });

  test('code that a release has removed is outdated', async () => {
    const loader = new CodeLoader(async () => true);
    const importer = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    await expect(loader.load(importer)).rejects.toBeInstanceOf(OutdatedConsole);
  });
});
