import { appendFileSync, truncateSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MOST_BYTES, TaskLog } from '../../../../../infra/local/logs/task-log.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';

const path = folderOfTest();
const shown = (events: readonly { time: number; message: string }[]) =>
  events.map(({ time, message }) => `${time} ${message}`);

describe('the log of a local task', () => {
  it('gives lines the time at which they were found, also after a restart of the service', async () => {
    const log = new TaskLog(path('log'));
    appendFileSync(path('log'), 'one\ntw');
    await log.note(1_000);
    appendFileSync(path('log'), 'o\n\nthree\r\nfo');
    await log.note(2_000);

    expect(shown(await log.events(0))).toEqual(['1000 one', '2000 two', '2000 three']);
    const again = new TaskLog(path('log'));
    appendFileSync(path('log'), 'ur\n');
    await again.note(3_000);
    expect(shown(await again.events(0))).toEqual(['1000 one', '2000 two', '2000 three', '3000 four']);
    expect(shown(await again.events(2_001))).toEqual(['3000 four']);
    const [, two] = await again.events(0);
    expect(shown(await again.events(0, (two?.offset ?? 0) + 1))).toEqual(['2000 three', '3000 four']);
  });

  it('keeps the old part of a large log, and goes on after a log that was emptied', async () => {
    const log = new TaskLog(path('log'));
    const line = `${'x'.repeat(999)}\n`;
    appendFileSync(path('log'), line.repeat(MOST_BYTES / 1000 + 10));
    await log.note(1);
    appendFileSync(path('log'), 'after\n');
    await log.note(2);
    const before = await log.events(0);
    expect(before.length).toBe(Math.ceil(MOST_BYTES / 1000 + 10) + 1 - (Number.isInteger(MOST_BYTES / 1000) ? 0 : 1));
    expect(shown(before.slice(-1))).toEqual(['2 after']);

    truncateSync(path('log'));
    await log.note(3);
    appendFileSync(path('log'), 'new\n');
    await log.note(4);
    const after = await log.events(2);
    expect(shown(after)).toEqual(['4 new']);
    expect(after[0]?.offset).toBeGreaterThan(before.at(-1)?.offset ?? 0);
  });
});
