import { answerOf } from '../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import type { components } from '../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { wait } from '../../../shared/client/wait.ts';
import { history } from './history.ts';
import { isKept, type KeptEvent, kindOf } from './kept-event.ts';
import { liveEvents } from './live-events.ts';
import { SeenEvents } from './seen-events.ts';

type Conversation = components['schemas']['AppConversation'];

/** Between two looks at a conversation that does not run, and before the first new connection; in milliseconds. */
const LOOK_EVERY = 3000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

export interface FollowOptions {
  readonly kind?: string | undefined;
  readonly since?: Date | undefined;
  /** Hears of what happens to the connection. */
  readonly say: (text: string) => void;
}

/**
 * Events of a conversation, each once: its history, then what its agent sends as it happens. While the sandbox is
 * paused, and between two connections, the history is looked at. Ends when the conversation is deleted.
 */
export async function* follow(
  client: ServiceClient,
  id: string,
  { kind, since, say }: FollowOptions,
): AsyncGenerator<KeptEvent, void> {
  const seen = new SeenEvents(since);
  const isWanted = (event: KeptEvent) => isKept(event) && (!kind || kindOf(event) === kind) && seen.isNew(event);
  let pause = FIRST_PAUSE;
  let said = '';
  const tell = (text: string) => {
    if (text !== said) say(text);
    said = text;
  };
  for (;;) {
    const conversation = await find(client, id);
    if (conversation === undefined) return say('The conversation was deleted.');
    yield* only(history(client, id, { kind, since: seen.from }), isWanted);
    const { conversation_url: url, session_api_key: sessionKey } = conversation;
    if (url === null || sessionKey === null) {
      tell(`The sandbox is ${conversation.sandbox_status}: waiting until it runs.`);
      await wait(LOOK_EVERY);
      continue;
    }
    let isConnected = false;
    for await (const event of liveEvents({ url, sessionKey, from: seen.from })) {
      if (!isConnected) tell('Following live; Ctrl-C ends it.');
      isConnected = true;
      if (isWanted(event)) yield event;
    }
    tell('The connection to the agent ended: connecting again.');
    pause = isConnected ? FIRST_PAUSE : Math.min(pause * 2, LONGEST_PAUSE);
    await wait(pause * (1 + Math.random() / 2));
  }
}

async function* only(
  events: AsyncGenerator<KeptEvent, void>,
  isWanted: (event: KeptEvent) => boolean,
): AsyncGenerator<KeptEvent, void> {
  for await (const event of events) if (isWanted(event)) yield event;
}

async function find(client: ServiceClient, id: string): Promise<Conversation | undefined> {
  try {
    const path = { conversation_id: id };
    return await answerOf(client.api.GET('/api/v1/app-conversations/{conversation_id}', { params: { path } }));
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return undefined;
    throw error;
  }
}
