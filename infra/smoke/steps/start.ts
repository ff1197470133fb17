import { randomBytes } from 'node:crypto';
import { answerOf } from '../../../shared/client/answer-of.ts';
import type { Scene } from '../scene.ts';
import { StartStream, type StartTask } from '../start-stream.ts';
import { StepFailed, until } from '../until.ts';
import { reachAgent } from './reach-agent.ts';

/** Starts a sandbox first, because the start of a conversation cannot name a spec. */
export async function startSandbox(scene: Scene): Promise<string> {
  const query = { sandbox_spec_id: scene.wishes.spec ?? '' };
  scene.hasBegun = true;
  const { id } = await uninterrupted(
    (signal) => answerOf(scene.client.api.POST('/api/v1/sandboxes', { params: { query }, signal })),
    'A sandbox may have been started anyway.',
  );
  scene.sandboxId = id;
  return id;
}

/** Begins a streamed start, with a secret that the vault encrypts and decrypts. */
export async function startConversation(scene: Scene): Promise<string> {
  const body = {
    conversation_id: scene.conversationId,
    sandbox_id: scene.sandboxId ?? null,
    title: scene.name,
    secrets: { SMOKE_SECRET: randomBytes(16).toString('hex') },
  };
  scene.hasBegun = true;
  const { data } = await uninterrupted(
    (signal) => scene.client.api.POST('/api/v1/app-conversations/stream-start', { body, parseAs: 'stream', signal }),
    'The first part of the stream should arrive immediately. Something may buffer it.',
  );
  if (!data) throw new StepFailed('The response to the start has no body.');
  scene.start = new StartStream(data);
  return scene.conversationId;
}

/** Follows the start to READY, by its stream while that is open. */
export async function followStart(scene: Scene, signal: AbortSignal): Promise<string> {
  const statuses: string[] = [];
  let firstAt: number | undefined;
  const see = (task: StartTask) => {
    firstAt ??= performance.now();
    if (statuses.at(-1) !== task.status) statuses.push(task.status);
    scene.sandboxId ??= task.sandbox_id ?? undefined;
    if (task.status === 'ERROR') throw new StepFailed(`The start ended in ERROR: ${task.detail}`);
    return task.status === 'READY';
  };
  for await (const task of streamed(scene, signal)) {
    if (see(task)) scene.sights.streamedMilliseconds = performance.now() - (firstAt ?? 0);
  }
  if (statuses.at(-1) !== 'READY') {
    await until(async () => {
      const task = await currentTask(scene, signal);
      return task && see(task) ? true : { notYet: `The start is ${task?.status ?? 'not found'}.` };
    }, signal);
  }
  scene.sights.hasOpenedSecret = true;
  await reachAgent(scene, signal);
  return statuses.join(' → ');
}

/** The states of the stream. If the connection breaks, the start continues and is polled. */
async function* streamed({ start }: Scene, signal: AbortSignal): AsyncGenerator<StartTask> {
  if (!start) return;
  for (;;) {
    const states = await start.next(signal).catch((error: unknown) => {
      if (signal.aborted) throw signal.reason;
      if (error instanceof TypeError) return [];
      throw error;
    });
    if (states.length === 0) return;
    yield* states;
  }
}

async function currentTask({ client, conversationId }: Scene, signal: AbortSignal): Promise<StartTask | undefined> {
  const query = { conversation_id__eq: conversationId };
  const { items } = await answerOf(
    client.api.GET('/api/v1/app-conversations/start-tasks/search', { params: { query }, signal }),
  );
  return items[0];
}

/** Time limit for the first response to a start: shorter than its step, and longer than a cold start. */
const SECONDS = 45;

/**
 * Sends a request that starts something. Ctrl-C does not interrupt it, so that cleaning up can delete the result.
 *
 * @throws StepFailed with `late` without a response
 */
async function uninterrupted<T>(call: (signal: AbortSignal) => Promise<T>, late: string): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(
    () => limit.abort(new StepFailed(`There was no response within ${SECONDS} seconds. ${late}`)),
    SECONDS * 1000,
  );
  try {
    return await call(limit.signal);
  } finally {
    clearTimeout(timer);
  }
}
