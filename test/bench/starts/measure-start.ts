import { waitForTask } from '../../support/service/conversations.ts';
import { agentTimes, ownTime } from './agent-times.ts';
import type { BenchService } from './bench-service.ts';

export interface StepTime {
  readonly step: string;
  readonly seconds: number;
}

/** One start of a conversation, in milliseconds. */
export interface MeasuredStart {
  /** From the request to READY. */
  readonly total: number;
  /** From RUNNING of the task to READY of the conversation. */
  readonly afterRunning: number;
  /** The agent's part of that. */
  readonly own: number;
  readonly overhead: number;
  /** As the start task tells them. */
  readonly steps: readonly StepTime[];
}

const request = { initial_message: { role: 'user', content: [{ type: 'text', text: 'Hello.' }] } };

/** Starts a conversation in a new sandbox through the front door, and removes both. */
export async function measureStart(service: BenchService): Promise<MeasuredStart> {
  const { status, body, text } = await service.api.post('/api/v1/app-conversations', request);
  if (status !== 200) throw new Error(`the start of a conversation answered ${status}: ${text}`);
  const {
    created_at,
    updated_at,
    sandbox_id: sandboxId,
    steps = [],
  } = await waitForTask(service.api, body.id, 'READY');
  const task = await service.taskOf(sandboxId);
  const afterRunning = Date.parse(updated_at) - task.startedAt;
  const own = ownTime(agentTimes(await service.log(task), task.startedAt));
  await service.remove(body.conversation_id, sandboxId);
  return {
    total: Date.parse(updated_at) - Date.parse(created_at),
    afterRunning,
    own,
    overhead: afterRunning - own,
    steps,
  };
}
