import { answerOf } from '../../../shared/client/answer-of.ts';
import { AgentSocket } from '../agent/agent-socket.ts';
import { judgeAnswer, modelFailure, textOf } from '../agent/frame.ts';
import type { Scene } from '../scene.ts';
import { Interrupted, StepFailed, until } from '../until.ts';
import { readConversation } from './reach-agent.ts';

/** Sends a message over the WebSocket, and waits for its outcome. */
export async function talk(scene: Scene, signal: AbortSignal): Promise<string> {
  await using socket = await openSocket(scene, signal);
  const earlier = socket.frames.length;
  const text = `Answer with this one word: ${scene.name}`;
  socket.say(text);
  const verdict = await until(async () => {
    scene.sights.socketSeconds = socket.seconds;
    return judgeAnswer(socket.frames.slice(earlier), text);
  }, signal);
  const outcome = verdict.kind === 'answered' ? verdict.answer : verdict.error;
  scene.eventIds = [verdict.question, outcome].flatMap((event) => (event ? [event.id] : []));
  if (verdict.kind === 'answered') return `answered: ${JSON.stringify(textOf(outcome).split('\n')[0]?.slice(0, 60))}`;
  const failure = modelFailure(outcome, (await readConversation(scene, signal)).llm_model);
  if (!scene.wishes.withoutModel) throw new StepFailed(failure);
  return 'the agent reported that its model failed, which --without-model allows';
}

/** Opens the WebSocket, waits for its first event, and records whether that works. */
async function openSocket({ agent, sights }: Scene, signal: AbortSignal): Promise<AgentSocket> {
  let socket: AgentSocket | undefined;
  try {
    const opened = await AgentSocket.open(agent, signal);
    socket = opened;
    await until(async () => {
      return opened.frames.length > 0 ? true : { notYet: 'The WebSocket opened but delivered no event.' };
    }, signal);
    sights.socketUrl = opened.url;
    return opened;
  } catch (error) {
    sights.hasSocketFailed = !(error instanceof Interrupted);
    await socket?.[Symbol.asyncDispose]();
    throw error;
  }
}

/** Waits until the agent has delivered the events to the service. */
export async function readEvents({ client, conversationId, eventIds }: Scene, signal: AbortSignal): Promise<string> {
  const params = { path: { conversation_id: conversationId }, query: { id: [...eventIds] } };
  await until(async () => {
    const found = await answerOf(client.api.GET('/api/v1/conversation/{conversation_id}/events', { params, signal }));
    const missing = found.filter((event) => event === null).length;
    return missing === 0 ? true : { notYet: `${missing} of ${found.length} events did not reach the service.` };
  }, signal);
  const count = await answerOf(
    client.api.GET('/api/v1/conversation/{conversation_id}/events/count', { params: { path: params.path }, signal }),
  );
  return `${count} events`;
}
