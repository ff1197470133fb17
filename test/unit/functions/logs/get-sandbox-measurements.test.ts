import { describe, expect, it } from 'vitest';
import { getSandboxMeasurements } from '../../../../functions/logs/get-sandbox-measurements.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { MemoryTaskLogs } from '../../../support/logs/memory-task-logs.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { aLaunch, aRunningSandbox, noon } from '../../../support/sandboxes/sandbox-data.ts';

const start = Date.parse(noon);
const MINUTE = 60_000;
const stream = 'reference/agent/aa';

function scene() {
  const launch = aLaunch({ startedBy: 'x', mark: 'y' });
  const size = { cpu_units: 1024, memory_megabytes: 2048, architecture: 'X86_64' as const };
  const task_history = [{ generation: 1, task_id: 'aa', at: noon }];
  const sandbox = aRunningSandbox({ task_history, launch: { ...launch, size } });
  const clock = new SettableClock('2026-11-21T12:30:00.000Z');
  const logs = new MemoryTaskLogs();
  const deps = { sandboxes: MemorySandboxStore.with(sandbox), logs, now: clock.now };
  const ask = (query: Record<string, string> = {}, sandbox_id = sandbox.sandbox_id) =>
    invoke(getSandboxMeasurements, deps, { params: { sandbox_id }, query });
  return { logs, ask };
}

describe('GET /api/v1/sandboxes/{sandbox_id}/measurements', () => {
  it('gives what was used since the line before, and nothing where a counter began anew', async () => {
    const { logs, ask } = scene();
    logs.print(stream, start, 'acs.measure cpu_us=1000000 memory=1024 disk_used=10 disk_total=100 received=5 sent=7');
    logs.print(
      stream,
      start + MINUTE,
      'acs.measure cpu_us=31000000 memory=2048 disk_used=20 disk_total=100 received=15 sent=8',
    );
    logs.print(stream, start + 2 * MINUTE, 'acs.measure cpu_us=5 memory=2048', 'acs.measure cpu_us=6 memory=9');

    const { body } = await ask();

    expect(body.items).toHaveLength(3);
    expect(body.items[0]).toMatchObject({ cpu_percent: null, vcpu: 1, memory_total_bytes: 2 ** 31 });
    expect(body.items[1]).toMatchObject({ cpu_percent: 50, network_received_bytes: 10, network_sent_bytes: 1 });
    expect(body.items[2]).toMatchObject({ cpu_percent: null, disk_used_bytes: null, network_sent_bytes: null });
  });

  it('ignores other lines and values that no sandbox has', async () => {
    const { logs, ask } = scene();
    const hostile = [
      'acs.measure',
      'acs.measure cpu_us=-1',
      `acs.measure memory=${'9'.repeat(40)}`,
      'x acs.measure memory=1',
    ];
    logs.print(stream, start, ...hostile, 'acs.measured memory=1', `acs.measure memory=1 ${'a'.repeat(600)}`);

    expect((await ask()).body.items).toEqual([]);
  });

  it('reads only the range, with the rates of its first line', async () => {
    const { logs, ask } = scene();
    for (let minute = 0; minute < 20; minute += 1)
      logs.print(stream, start + minute * MINUTE, `acs.measure cpu_us=${minute * 6_000_000}`);

    const { body } = await ask({ since: '2026-11-21T12:10:00Z', until: '2026-11-21T12:12:00Z' });

    expect(body.items.map(({ time, cpu_percent }: Record<string, unknown>) => [time, cpu_percent])).toEqual([
      ['2026-11-21T12:10:00.000Z', 10],
      ['2026-11-21T12:11:00.000Z', 10],
    ]);
  });

  it('refuses a range of more than a day, and hides sandboxes of others', async () => {
    const { ask } = scene();
    const long = await ask({ since: '2026-11-19T00:00:00Z', until: '2026-11-21T00:00:00Z' });
    expect([long.status, long.body.errors[0].loc]).toEqual([422, ['query', 'since']]);
    expect((await ask({ since: '2026-11-21T13:00:00Z', until: noon })).status).toBe(422);
    expect((await ask({}, 'unknown')).status).toBe(404);
  });
});
