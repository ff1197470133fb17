import { expect, it } from 'vitest';
import { wakeStarts } from '../../../../../shared/domain/start-tasks/saga/wake-starts.ts';
import { aStartTask } from '../../../../support/conversations/conversation-data.ts';
import { serviceDeps } from '../../../../support/service-deps.ts';

it('wakes the starts that wait for a sandbox, and no others', async () => {
  const { startTasks } = serviceDeps();
  const waiting = aStartTask({ start_task_id: 'a'.repeat(32), sandbox_id: 's-1' });
  startTasks.put(waiting);
  startTasks.put(aStartTask({ start_task_id: 'b'.repeat(32), sandbox_id: 's-1', status: 'READY' }));
  startTasks.put(aStartTask({ start_task_id: 'c'.repeat(32), sandbox_id: 's-2' }));
  const woken: string[][] = [];

  await wakeStarts(waiting.owner_id, 's-1', startTasks, async (...order) => void woken.push(order));

  expect(woken).toEqual([[waiting.owner_id, waiting.start_task_id]]);
});
