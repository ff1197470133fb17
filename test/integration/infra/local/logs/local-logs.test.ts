import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Assembly } from '../../../../../infra/local/assembly/assembly.ts';
import { LocalLogs } from '../../../../../infra/local/logs/local-logs.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';

const path = folderOfTest();
const withoutGroups = { ofType: () => [] } as unknown as Assembly;
const HOUR = 3_600_000;
const PATIENTLY = { timeout: 20_000 };

function print(name: string, daysAgo: number): void {
  const time = new Date(Date.now() - daysAgo * 24 * HOUR);
  writeFileSync(path(name), 'x');
  utimesSync(path(name), time, time);
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the logs of local tasks', () => {
  it('are deleted when they are old, also while the service runs for long', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const logs = new LocalLogs({ assembly: withoutGroups, folder: path('.'), living: () => ['alive'], log: () => {} });
    print('before.log', 31);
    logs.start();
    await vi.waitFor(() => expect(existsSync(path('before.log'))).toBe(false), PATIENTLY);
    for (const name of ['old.log', 'alive.log']) print(name, 31);
    print('new.log', 29);

    vi.advanceTimersByTime(HOUR);

    await vi.waitFor(() => expect(existsSync(path('old.log'))).toBe(false), PATIENTLY);
    expect([existsSync(path('alive.log')), existsSync(path('new.log'))]).toEqual([true, true]);
    logs.stop();
  });

  it('report a failure once, not with every look', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const said: string[] = [];
    const living = (): never => {
      throw new Error('no machine');
    };
    const log = (text: string) => said.push(text);
    const logs = new LocalLogs({ assembly: withoutGroups, folder: path('.'), living, log });
    logs.start();
    for (let looks = 0; looks < 4; looks += 1) {
      vi.advanceTimersByTime(250);
      await new Promise((resolve) => setImmediate(resolve));
    }
    logs.stop();

    expect(said).toEqual(['The logs of tasks were not looked at: no machine']);
  });
});
