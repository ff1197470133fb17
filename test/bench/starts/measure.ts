import { waitForTask } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { waitForPool } from '../../support/service/warm-pool.ts';
import type { BenchService } from './bench-service.ts';

/** The steps of a start, a pause or a resume in the API. A step is named after its end. */
export interface StepTime {
  readonly step: string;
  readonly seconds: number;
}

const request = { initial_message: { role: 'user', content: [{ type: 'text', text: 'Hello.' }] } };

async function started({ api }: BenchService) {
  const { status, body, text } = await api.post('/api/v1/app-conversations', request);
  if (status !== 200) throw new Error(`The start of a conversation returned ${status}: ${text}`);
  const task = await waitForTask(api, body.id, 'READY');
  const { created_at: asked, updated_at: ready, sandbox_id: sandboxId, steps = [] } = task;
  return { conversationId: body.conversation_id, sandboxId, steps, asked: Date.parse(asked), ready: Date.parse(ready) };
}

/** Milliseconds of a start: in total, of the agent, and added by the service between RUNNING and READY. */
export async function measureStart(service: BenchService) {
  const { conversationId, sandboxId, steps, asked, ready } = await started(service);
  const { startedAt, log } = await service.taskOf(sandboxId);
  const own = ownTime(log, startedAt);
  await service.remove(conversationId, sandboxId);
  return { total: ready - asked, own, overhead: ready - startedAt - own, steps: steps as readonly StepTime[] };
}

/** The time of the agent: until it listens, and for its responses to the service. */
function ownTime(log: string, startedAt: number): number {
  const found = (pattern: RegExp): string => {
    const [, value] = pattern.exec(log) ?? [];
    if (value === undefined) throw new Error(`The log of the agent has no ${pattern.source}:\n${log}`);
    return value;
  };
  const boot = Date.parse(found(/^(\S+) reference agent server listens on /m)) - startedAt;
  return boot + Number(found(/POST \/api\/init 200 (\d+)ms/)) + Number(found(/POST \/api\/conversations 201 (\d+)ms/));
}

/** Milliseconds from the request to READY of a start that uses a warm task. */
export async function measureWarmStart(service: BenchService): Promise<number> {
  await waitForPool(service.stateDirectory, 1);
  const { conversationId, sandboxId, asked, ready } = await started(service);
  await service.remove(conversationId, sandboxId);
  return ready - asked;
}

const endSteps = ['STOP_REQUESTED', 'STOP_DECIDED', 'STOP_SENT', 'TASK_STOPPED', 'SNAPSHOT_STARTED', 'WORKSPACE_SAVED'];

/** The steps of a sandbox that is started, paused, resumed, paused and resumed before the pause is complete. */
export async function measurePause(service: BenchService) {
  const { api } = service;
  const { conversationId, sandboxId: id } = await started(service);
  const ask = async (intent: 'pause' | 'resume'): Promise<void> => {
    const { status, text } = await api.post(`/api/v1/sandboxes/${id}/${intent}`);
    if (status !== 200) throw new Error(`The ${intent} returned ${status}: ${text}`);
  };
  /** Waits for the last step, because the status changes at the request. */
  const until = (last: string, since = ''): Promise<readonly StepTime[]> =>
    eventually(`sandbox ${id} reached ${last}`, async () => {
      const { body } = await api.get(`/api/v1/sandboxes/${id}`);
      const { step, at } = body.steps.at(-1) ?? {};
      return step === last && at > since ? body.steps : undefined;
    });
  const start = await until('SANDBOX_RUNNING');
  await ask('pause');
  const pause = (await until('WORKSPACE_SAVED')).filter(({ step }) => endSteps.includes(step));
  await ask('resume');
  const resume = await until('SANDBOX_RUNNING');
  await ask('pause');
  const since = new Date().toISOString();
  await ask('resume');
  const overtaking = await until('SANDBOX_RUNNING', since);
  await service.remove(conversationId, id);
  return { start, pause, resume, overtaking };
}
