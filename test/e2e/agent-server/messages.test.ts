import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StartedConversation, waitForSandbox } from '../../support/service/conversations.ts';
import {
  act,
  conversations,
  describeRealAgent,
  finished,
  PATIENCE,
  patiently,
  said,
  stageOfSuite,
  start,
  talkOf,
  waitForText,
} from '../support/real-agent.ts';

/** Longer than the service waits for an agent. */
const BUSY_SECONDS = 20;

describeRealAgent('messages to a busy and to a paused agent', () => {
  const stage = stageOfSuite();
  let conversation: StartedConversation;
  beforeAll(async () => {
    conversation = await start(stage, { initial_message: said(`/run sleep ${BUSY_SECONDS}; echo slept`) });
  });
  afterAll(async () => {
    if (conversation) await stage.owner.api.delete(`${conversations}/${conversation.id}`);
  });

  const count = async (text: string) => (await talkOf(stage, conversation.id)).filter((one) => one === text).length;

  it('arrive once and in order while a tool runs, also if they are sent again', async () => {
    const { id } = conversation;
    await patiently('the tool runs', async () => {
      const path = `/api/v1/conversation/${id}/events/search`;
      const { body } = await stage.owner.api.get(path, { kind__eq: 'ActionEvent' });
      return body.items.length > 0;
    });
    const send = (text: string, key: string) =>
      stage.owner.api.send('POST', `${conversations}/${id}/send-message`, {
        body: { ...said(text), run: true },
        headers: { 'Idempotency-Key': key },
      });
    const key = randomUUID();

    const began = Date.now();
    const answers = [await send('first', key), await send('first', key), await send('second', randomUUID())];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(Date.now() - began).toBeLessThan(BUSY_SECONDS * 1_000);
    await waitForText(stage, id, 'You said: second');
    await finished(stage, id);
    const texts = await talkOf(stage, id);
    expect(texts.filter((one) => ['first', 'second'].includes(one))).toEqual(['first', 'second']);
    // None is shown as one that the agent may lack, and that a person would send again.
    const queue = await stage.owner.api.get(`/api/v1/conversations/${id}/pending-messages`);
    expect(queue.body.items).toEqual([]);
  });

  it('resume a paused conversation that is started again with one', async () => {
    const { id, sandboxId } = conversation;
    await act(stage, sandboxId, 'pause');
    await waitForSandbox(stage.owner.api, sandboxId, 'PAUSED', PATIENCE);

    await start(stage, { conversation_id: id, initial_message: said('after the pause') });

    await waitForText(stage, id, 'You said: after the pause');
    expect(await count('after the pause')).toBe(1);
  });
});
