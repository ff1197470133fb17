import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getSandboxLogs } from '../../../../functions/logs/get-sandbox-logs.ts';
import { LOOK_EVERY } from '../../../../shared/domain/logs/follow-logs.ts';
import { changed, type Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import { invokeStreamed } from '../../../support/http/invoke.ts';
import { MemoryTaskLogs } from '../../../support/logs/memory-task-logs.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { MemoryWaitPlaces } from '../../../support/sandboxes/memory-stores.ts';
import { aRunningSandbox, noon } from '../../../support/sandboxes/sandbox-data.ts';

const start = Date.parse(noon);
const history = [
  { generation: 1, task_id: 'aa', at: noon },
  { generation: 2, task_id: 'bb', at: '2026-11-21T13:00:00.000Z' },
];
const stream = (task: string) => `reference/agent/${task}`;
const usable = { owner_id: 'ann', expires_at: null, revoked_at: null };

function scene(overrides: Partial<Sandbox> = {}, pageSize = 3) {
  const sandbox = aRunningSandbox({ generation: 2, wanted_generation: 2, task_history: history, ...overrides });
  const clock = new SettableClock('2026-11-21T14:00:00.000Z');
  const logs = new MemoryTaskLogs(pageSize);
  const apiKey: { record: object | undefined } = { record: usable };
  const deps = {
    sandboxes: MemorySandboxStore.with(sandbox),
    keys: someKeys(),
    callers: {
      keys: { find: async () => apiKey.record as never },
      members: { find: async () => undefined, known: async () => ({ person: undefined, memberships: [] }) },
    },
    logs,
    places: new MemoryWaitPlaces({ perKey: 2, overall: 5 }, clock.now),
    now: clock.now,
    pause: async (milliseconds: number) => clock.advance(milliseconds / 1000),
  };
  const ask = (query: Record<string, string | number>) =>
    invokeStreamed(getSandboxLogs, deps, { params: { sandbox_id: sandbox.sandbox_id }, query });
  const page = async (query: Record<string, string | number> = {}) => JSON.parse((await ask(query)).text);
  return { sandbox, clock, logs, apiKey, deps, ask, page };
}

const texts = ({ items }: { items: readonly { text: string }[] }) => items.map(({ text }) => text);

describe('GET /api/v1/sandboxes/{sandbox_id}/logs', () => {
  it('reads the logs of all runs, oldest first, without lines of commands, measurements and followers', async () => {
    const { logs, page } = scene();
    logs.print(stream('aa'), start, 'one', 'acs.command c1 stdout built', 'acs.measure memory=1');
    const followed = '{"message": "GET /api/file/download?path=%2Fhome%2F.sandbox-commands%2F01%2Fexit"}';
    const absent = '{"message": "HTTPException 404 on GET /api/file/download: File not found"}';
    logs.print(stream('bb'), start + 3_600_000, 'two', followed, absent, 'three');

    const found = await page();

    expect(texts(found)).toEqual(['one', 'two', 'three']);
    expect(found.items[1]).toMatchObject({ generation: 2, source: 'agent', command_id: null, stream: null });
    expect(found.next_page_id).toBeNull();
  });

  it('reads the output of one command', async () => {
    const { logs, page } = scene();
    logs.print(stream('aa'), start, 'one', 'acs.command c1 stdout a', 'acs.command c2 stdout b');
    logs.print(stream('aa'), start + 5, 'acs.command c1 stderr ', 'acs.command c1 sideways x', 'acs.command');

    const found = await page({ source: 'commands', command_id: 'c1' });

    expect(found.items.map(({ text, stream: of }: Record<string, string>) => [of, text])).toEqual([
      ['stdout', 'a'],
      ['stderr', ''],
    ]);
    expect(texts(await page({ source: 'commands' }))).toEqual(['a', 'b', '']);
  });

  it('gives every line once, in order, over pages of any size, though many lines have one time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), fc.nat(3), fc.boolean()), { maxLength: 30 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 5 }),
        async (lines, limit, pageSize) => {
          const { logs, page } = scene({}, pageSize);
          const times = { aa: start, bb: start + 3_600_000 };
          const wanted: Record<'aa' | 'bb', string[]> = { aa: [], bb: [] };
          for (const [index, [isFirst, later, isMeasure]] of lines.entries()) {
            const task = isFirst ? 'aa' : 'bb';
            times[task] += later;
            logs.print(stream(task), times[task], isMeasure ? 'acs.measure memory=1' : `line ${index}`);
            if (!isMeasure) wanted[task].push(`line ${index}`);
          }
          const found: string[] = [];
          for (let page_id: string | undefined; ; ) {
            const next = await page({ limit, ...(page_id === undefined ? {} : { page_id }) });
            found.push(...texts(next));
            if (next.next_page_id === null) break;
            page_id = next.next_page_id;
          }
          expect(found).toEqual([...wanted.aa, ...wanted.bb]);
          expect(texts(await page({ tail: limit }))).toEqual([...wanted.aa, ...wanted.bb].slice(-limit));
        },
      ),
      { numRuns: 60, seed: 1 },
    );
  });

  it('masks the keys of the run, and tokens of known formats', async () => {
    const { logs, page, sandbox, deps } = scene();
    const [first, second] = await Promise.all(
      [1, 2].map((generation) => deps.keys.sessionKey({ ...sandbox, generation })),
    );
    const init = await deps.keys.initKey(sandbox);
    logs.print(stream('aa'), start, `key ${first}.`);
    const modelKey = `acs-model.${'a'.repeat(150)}.${'b'.repeat(43)}`;
    const inBase64 = Buffer.from(second ?? '').toString('base64');
    logs.print(
      stream('bb'),
      start + 3_600_000,
      `X: ${second} ${init} ${inBase64}`,
      `x-api-key: ${modelKey}`,
      'https://me:hunter2@host/ ghp_0123456789ab',
      'authorization: bearer opaque-token-1, BASIC b3BhcXVlLTI=',
    );

    const shown = JSON.stringify(await page());

    for (const secret of [first, second, init, modelKey, 'aaa', 'bbb', 'hunter2', 'ghp_0123456789ab', 'opaque', 'b3Bh'])
      expect(shown).not.toContain(secret);
    expect(shown).toContain('https://me:**********@host/');
  });

  it('masks the parts of a key that a cut line leaves at its ends, and a key at the place where a text is cut', async () => {
    const { logs, page, sandbox, deps } = scene({}, 1_000);
    const key = await deps.keys.accessKey({ ...sandbox, generation: 2 });
    for (let at = 1; at < key.length; at += 1)
      logs.print(stream('bb'), start + at, `a ${key.slice(0, at)}`, `acs.command c1 stdout ${key.slice(at)} b`);
    for (const before of [16_340, 16_380, 17_390])
      logs.print(stream('bb'), start + 100, `${'x'.repeat(before)} ${key} ghp_${'k'.repeat(900)}`);

    const shown = [...texts(await page({ limit: 1_000 })), ...texts(await page({ source: 'commands', limit: 1_000 }))];

    expect(shown).toHaveLength(2 * (key.length - 1) + 3);
    const parts = Array.from({ length: key.length - 7 }, (_, at) => key.slice(at, at + 8));
    expect(shown.filter((text) => parts.some((part) => text.includes(part)))).toEqual([]);
    expect(Math.max(...shown.map(({ length }) => length))).toBeLessThanOrEqual(16_385);
    expect(shown).toContain('a **********');
  });

  it('reads logs of a deleted sandbox while its receipt exists, and none of another owner', async () => {
    const gone = scene({ desired: 'DELETED', phase: 'DELETED', task_ended_at: noon });
    gone.logs.print(stream('bb'), start + 3_600_000, 'last words');
    expect(texts(await gone.page())).toEqual(['last words']);

    const other = scene({ owner_id: 'bob' });
    other.logs.print(stream('bb'), start + 3_600_000, 'secret');
    expect((await other.ask({})).status).toBe(404);
    expect(other.logs.calls).toBe(0);
  });

  it('follows new lines and a new run, and ends with the sandbox', async () => {
    const { logs, ask, deps, clock, sandbox } = scene({ generation: 1, task_history: history.slice(0, 1) });
    logs.print(stream('aa'), start, 'zero', 'one');
    const steps = [
      () => logs.print(stream('aa'), clock.now().getTime(), 'two'),
      async () => {
        const next = changed(sandbox, clock.now(), { generation: 2, wanted_generation: 2, task_history: history });
        await deps.sandboxes.save([{ previous: sandbox, next }]);
        logs.print(stream('bb'), clock.now().getTime(), 'three');
      },
      async () => {
        const [row] = [await deps.sandboxes.find('ann', sandbox.sandbox_id)];
        if (!row) return;
        const next = changed(row, clock.now(), {
          phase: 'PAUSED',
          desired: 'PAUSED',
          task_ended_at: clock.now().toISOString(),
        });
        await deps.sandboxes.save([{ previous: row, next }]);
      },
    ];
    let pauses = 0;
    deps.pause = async (milliseconds: number) => {
      clock.advance(milliseconds / 1000);
      pauses += 1;
      if (pauses % 8 === 0) await steps[pauses / 8 - 1]?.();
    };

    const { text, headers } = await ask({ follow: 'true', tail: 1 });

    expect(headers['Content-Type']).toBe('text/event-stream');
    const events = text.split('\n\n').filter((block) => block.startsWith('id:') || block.startsWith('event:'));
    const data = events.map((block) => JSON.parse(/data: (.*)/.exec(block)?.[1] ?? ''));
    expect(data.map((one) => one.text ?? one.reason)).toEqual(['one', 'two', 'three', 'sandbox_ended']);
    expect(text).toContain(':\n\n');
  });

  it('follows every line when the log cannot be read for a moment', async () => {
    const ended = { phase: 'PAUSED', desired: 'PAUSED', task_ended_at: noon } as const;
    const { logs, ask } = scene(ended, 2);
    logs.print(stream('aa'), start, 'one', 'two', 'three');
    logs.print(stream('bb'), start + 3_600_000, 'four', 'five', 'six');
    const read = logs.forward.bind(logs);
    let reads = 0;
    logs.forward = async (...args) => {
      reads += 1;
      if (reads % 2 === 0) throw new AppError('unavailable', 'The logs cannot be read right now. Try again.');
      return read(...args);
    };

    const { text } = await ask({ follow: 'true' });

    const found = [...text.matchAll(/"text":"(\w+)"/g)].map(([, line]) => line);
    expect(found).toEqual(['one', 'two', 'three', 'four', 'five', 'six']);
    expect(text).toContain('"reason":"sandbox_ended"');
  });

  it('ends within seconds after its API key is revoked, and at once where nobody may wait', async () => {
    const { logs, ask, apiKey, clock, deps } = scene();
    logs.print(stream('bb'), start + 3_600_000, 'one');
    const began = clock.now().getTime();
    apiKey.record = { ...usable, revoked_at: noon };

    expect((await ask({ follow: 'true' })).text).toContain('{"reason":"key_ended"}');
    expect(clock.now().getTime() - began).toBeLessThan(LOOK_EVERY + 5_000);

    apiKey.record = usable;
    const full = { ...deps, places: new MemoryWaitPlaces({ perKey: 0, overall: 0 }, clock.now) };
    Object.assign(deps, full);
    expect((await ask({ follow: 'true' })).text).toMatch(/"text":"one"[\s\S]*too_many_waiting/);
  });

  it.each([
    [{ command_id: 'c1' }, 'command_id'],
    [{ tail: 3, page_id: 'x' }, 'tail'],
    [{ follow: 'true', until: noon }, 'until'],
    [{ page_id: 'eA' }, 'page_id'],
    [{ tail: 0 }, 'tail'],
    [{ limit: 1_001 }, 'limit'],
  ])('refuses %j', async (query, field) => {
    const { status, text } = await scene().ask(query as Record<string, string>);
    expect([status, JSON.parse(text).errors[0].loc]).toEqual([422, ['query', field]]);
  });
});
