import { describe, expect, it } from 'vitest';
import { wasDiskFull } from '../../../../shared/domain/logs/disk-full.ts';
import { failure, sizedReason } from '../../../../shared/domain/sandboxes/record/failures.ts';
import { MemoryTaskLogs } from '../../../support/logs/memory-task-logs.ts';
import { aLaunch, aRunningSandbox, noon } from '../../../support/sandboxes/sandbox-data.ts';

const end = Date.parse(noon);
const size = { cpu_units: 1024, memory_megabytes: 4096, architecture: 'X86_64' as const };

type Line = readonly [secondsBefore: number, text: string];

function scene(...lines: readonly Line[]) {
  const logs = new MemoryTaskLogs();
  for (const [seconds, text] of lines) logs.print('reference/agent/aa', end - seconds * 1000, `acs.measure ${text}`);
  const launch = { ...aLaunch({ startedBy: 'x', mark: 'y' }), size };
  const task_history = [{ generation: 1, task_id: 'aa', at: noon }];
  return { logs, sandbox: aRunningSandbox({ task_history, launch }) };
}

describe('whether the disk was full at the end of a task', () => {
  it.each<{ says: string; isFull: boolean; lines: readonly Line[] }>([
    {
      says: 'is told by the last measurement',
      isFull: true,
      lines: [
        [70, 'disk_left=5000000'],
        [9, 'disk_left=4096'],
      ],
    },
    {
      says: 'is not when space was freed since',
      isFull: false,
      lines: [
        [20, 'disk_left=0'],
        [5, 'disk_left=9000000'],
      ],
    },
    { says: 'is not told by an old measurement', isFull: false, lines: [[200, 'disk_left=0']] },
    { says: 'is not without a measurement of the disk', isFull: false, lines: [[5, 'memory=1']] },
    { says: 'is not without a measurement', isFull: false, lines: [] },
  ])('$says', async ({ isFull, lines }) => {
    const { sandbox, logs } = scene(...lines);
    expect(await wasDiskFull(sandbox, end, logs)).toBe(isFull);
  });

  it('is not known from the log of an earlier run, or while logs cannot be read', async () => {
    const { sandbox, logs } = scene([1, 'disk_left=0']);
    expect(await wasDiskFull({ ...sandbox, generation: 2 }, end, logs)).toBe(false);
    const search = () => Promise.reject(new Error('throttled'));
    expect(await wasDiskFull(sandbox, end, { search })).toBe(false);
  });
});

describe('the reason of an end', () => {
  const { sandbox } = scene();
  const never = async () => expect.fail('the disk does not matter');

  it('names the size that was not enough', async () => {
    const memory = await sizedReason(failure('out_of_memory', 'transient', 'OutOfMemoryError').reason, sandbox, never);
    expect(memory?.message).toBe('The sandbox used more memory than it has: 4 GiB.');

    const exited = failure('agent_exited', 'transient', 'exit code 1').reason;
    expect(await sizedReason(exited, sandbox, async () => true)).toMatchObject({
      code: 'disk_full',
      message: 'The agent server exited while the disk of the sandbox was full: 20 GiB.',
      retryable: true,
    });
    expect(await sizedReason(exited, sandbox, async () => false)).toBe(exited);
  });

  it('stays as it is otherwise', async () => {
    const stopped = failure('stopped_by_operator', 'transient').reason;
    expect(await sizedReason(stopped, sandbox, never)).toBe(stopped);
    expect(await sizedReason(null, sandbox, never)).toBeNull();
  });
});
