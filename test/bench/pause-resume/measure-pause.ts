import { waitForTask } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import type { BenchService } from '../starts/bench-service.ts';
import type { StepTime } from '../starts/measure-start.ts';

/** One sandbox that starts, is paused, is resumed, and is resumed once more before its pause is over. */
export interface MeasuredPause {
  readonly start: readonly StepTime[];
  readonly pause: readonly StepTime[];
  readonly resume: readonly StepTime[];
  /** The resume that overtakes a pause: its first step waits for the end of the save. */
  readonly overtaking: readonly StepTime[];
}

const endSteps = ['STOP_REQUESTED', 'STOP_DECIDED', 'STOP_SENT', 'TASK_STOPPED', 'SNAPSHOT_STARTED', 'WORKSPACE_SAVED'];

export async function measurePause(service: BenchService): Promise<MeasuredPause> {
  const { api } = service;
  const created = await api.post('/api/v1/app-conversations', {});
  if (created.status !== 200)
    throw new Error(`the start of a conversation answered ${created.status}: ${created.text}`);
  const { sandbox_id: id } = await waitForTask(api, created.body.id, 'READY');
  const ask = async (intent: 'pause' | 'resume'): Promise<void> => {
    const { status, text } = await api.post(`/api/v1/sandboxes/${id}/${intent}`);
    if (status !== 200) throw new Error(`the ${intent} answered ${status}: ${text}`);
  };
  /** The steps once the last one is this: what the status says at once is only the intent. */
  const until = (last: string, since = ''): Promise<readonly StepTime[]> =>
    eventually(`sandbox ${id} reached ${last}`, async () => {
      const { body } = await api.get(`/api/v1/sandboxes/${id}`);
      const { step, at } = body.steps.at(-1) ?? {};
      return step === last && at > since ? body.steps : undefined;
    });
  const start = await until('SANDBOX_RUNNING');
  await ask('pause');
  const ended = await until('WORKSPACE_SAVED');
  await ask('resume');
  const resume = await until('SANDBOX_RUNNING');
  await ask('pause');
  const since = new Date().toISOString();
  await ask('resume');
  const overtaking = await until('SANDBOX_RUNNING', since);
  await service.remove(created.body.conversation_id, id);
  return { start, pause: ended.filter(({ step }) => endSteps.includes(step)), resume, overtaking };
}
