import type { Client } from 'openapi-fetch';
import { answerOf } from './answer-of.ts';
import type { components, paths } from './api-types.ts';
import { wait } from './wait.ts';

export type StartRequest = components['schemas']['AppConversationStartRequest'];
type StartTask = components['schemas']['AppConversationStartTask'];
type Conversation = components['schemas']['AppConversation'];

export interface StartOptions {
  /** What to do at the limit of sandboxes: be refused, which is the default, or pause the one that is used least. */
  readonly onLimit?: 'reject' | 'pause_oldest';
  /** Names this very start, also for another process that repeats it. By default a new name. */
  readonly idempotencyKey?: string;
  /** Hears of every status on the way; the first one is that of an accepted start. */
  readonly onStatus?: (status: StartTask['status'], task: StartTask) => void;
  readonly signal?: AbortSignal;
}

/** A conversation whose agent can be talked to. */
export type StartedConversation = Conversation & {
  readonly conversation_url: string;
  readonly session_api_key: string;
};

/** A conversation that cannot start; `message` says why. */
export class StartFailed extends Error {
  readonly task: StartTask;

  constructor(task: StartTask) {
    super(task.detail ?? 'The conversation cannot start.');
    this.name = 'StartFailed';
    this.task = task;
  }
}

/** The waits between two looks, in milliseconds. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 2000;

export async function startConversation(
  api: Client<paths>,
  body: StartRequest,
  { onLimit = 'reject', idempotencyKey, onStatus, signal }: StartOptions,
): Promise<StartedConversation> {
  let task = await answerOf(
    api.POST('/api/v1/app-conversations', {
      params: {
        query: { on_limit: onLimit },
        ...(idempotencyKey === undefined ? {} : { header: { 'Idempotency-Key': idempotencyKey } }),
      },
      body,
      ...(signal ? { signal } : {}),
    }),
  );
  let reported: StartTask['status'] | undefined;
  for (let pause = FIRST_WAIT; ; pause = Math.min(pause * 1.5, LONGEST_WAIT)) {
    if (task.status !== reported) onStatus?.(task.status, task);
    reported = task.status;
    if (task.status === 'ERROR') throw new StartFailed(task);
    const started = task.status === 'READY' ? await reached(api, task, signal) : undefined;
    if (started) return started;
    await wait(pause, signal);
    task = await look(api, task, signal);
  }
}

async function look(api: Client<paths>, task: StartTask, signal?: AbortSignal): Promise<StartTask> {
  const query = { ids: [task.id] };
  const [found] = await answerOf(
    api.GET('/api/v1/app-conversations/start-tasks', { params: { query }, ...(signal ? { signal } : {}) }),
  );
  return found ?? task;
}

/** The conversation, if it can be talked to by now. */
async function reached(
  api: Client<paths>,
  { app_conversation_id: id }: StartTask,
  signal?: AbortSignal,
): Promise<StartedConversation | undefined> {
  if (id === null) return undefined;
  const path = { conversation_id: id };
  const conversation = await answerOf(
    api.GET('/api/v1/app-conversations/{conversation_id}', { params: { path }, ...(signal ? { signal } : {}) }),
  );
  const { conversation_url, session_api_key } = conversation;
  if (conversation_url === null || session_api_key === null) return undefined;
  return { ...conversation, conversation_url, session_api_key };
}
