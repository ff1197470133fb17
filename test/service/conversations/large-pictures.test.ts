import { expect, it } from 'vitest';
import { startConversation, waitForTask } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner } from '../../support/service/owners.ts';

const owner = await newOwner();

/** A data URL that is too large for the row of its message. */
const picture = (name: string) => `data:image/png;base64,${Buffer.from(name.padEnd(9_000, '.')).toString('base64')}`;
const content = (name: string) => ({ content: [{ type: 'image', image_urls: [picture(name)] }] });

/** Waits until the pictures are in the history, each once and whole. */
async function waitForPictures(id: string, names: readonly string[]): Promise<void> {
  const expected = names.map(picture).toSorted();
  await eventually(`conversation ${id} has the pictures ${names.join(', ')}`, async () => {
    const { text } = await owner.api.get(`/api/v1/conversation/${id}/events/search`, { kind__eq: 'MessageEvent' });
    const found = (text.match(/data:image\/png;base64,[A-Za-z0-9+/=]+/g) ?? []).toSorted();
    return JSON.stringify(found) === JSON.stringify(expected);
  });
}

it('reach the agent whole through every endpoint that takes pictures', async () => {
  const { api } = owner;
  const { id } = await startConversation(api, { initial_message: content('start') });
  expect((await api.post(`/api/v1/app-conversations/${id}/send-message`, content('send'))).status).toBe(200);
  expect((await api.post(`/api/v1/conversations/${id}/pending-messages`, content('queue'))).status).toBe(201);
  const event = { action: 'message', args: { content: 'look', image_urls: [picture('event')] } };
  expect((await api.post(`/api/conversations/${id}/events`, event)).status).toBe(200);

  await waitForPictures(id, ['start', 'send', 'queue', 'event']);
});

it('reach the agent with a legacy start, whose recording can be an upload', async () => {
  const { api, bearer } = owner;
  const request = { initial_user_msg: 'look', image_urls: [picture('legacy')] };
  const { body } = await bearer.post('/api/conversations', request);
  await waitForPictures(body.conversation_id, ['legacy']);

  const uploadId = crypto.randomUUID();
  const text = JSON.stringify([{ id: 0, source: 'user', action: 'message', args: { content: 'replayed' } }]);
  const part = { number: 1, text, total_bytes: Buffer.byteLength(text) };
  expect((await api.post(`/api/v1/uploads/${uploadId}/parts`, part)).body).toMatchObject({ is_complete: true });
  const replay = await bearer.post('/api/conversations', { replay_json: `upload:${uploadId}` });
  const path = `/api/v1/conversation/${replay.body.conversation_id}/events/search`;
  await eventually('the recording is in the history', async () => (await api.get(path)).text.includes('replayed'));
});

it('the first message of another start of a conversation is queued', async () => {
  const { api } = owner;
  const say = (text: string) => ({ content: [{ type: 'text', text }] });
  const { id, sandboxId } = await startConversation(api, { initial_message: say('one') });
  const again = await api.post('/api/v1/app-conversations', {
    conversation_id: id,
    sandbox_id: sandboxId,
    initial_message: say('two'),
  });
  await waitForTask(api, again.body.id, 'READY');
  await eventually('the agent has both messages', async () => {
    const { text } = await api.get(`/api/v1/conversation/${id}/events/search`, { kind__eq: 'MessageEvent' });
    return text.includes('You said: one') && text.includes('You said: two');
  });
});

it('the first message of a failed start comes with the next start', async () => {
  const { api, bearer } = owner;
  const request = { initial_user_msg: 'kept', repository: 'acme/none', git_provider: 'github' };
  const { body } = await bearer.post('/api/conversations', request);
  const id: string = body.conversation_id;
  const path = `/api/conversations/${id}`;
  await eventually('the start fails', async () => (await api.get(path)).body.runtime_status === 'STATUS$ERROR');

  expect((await api.post(`${path}/start`, { providers_set: null })).status).toBe(200);
  await eventually('the message is pending', async () =>
    (await api.get(`/api/v1/conversations/${id}/pending-messages`)).text.includes('kept'),
  );
});
