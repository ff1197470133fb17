import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { addUploadPart } from '../../../../functions/conversations/add-upload-part.ts';
import { createAppConversation } from '../../../../functions/conversations/create-app-conversation.ts';
import { createConversation } from '../../../../functions/conversations/create-conversation.ts';
import { postEvent } from '../../../../functions/conversations/post-event.ts';
import { queueMessage } from '../../../../functions/conversations/queue-message.ts';
import { sendMessage } from '../../../../functions/conversations/send-message.ts';
import { aPicture } from '../../../support/conversations/pictures.ts';
import { useConversationScene } from '../../../support/conversations/record/conversation-scene.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { aSandbox } from '../../../support/sandboxes/sandbox-data.ts';

const { agent, deps, addIn, running } = await useConversationScene();

/** As large as a request can hold, and as a screenshot of a large screen. */
const [picture, screenshot] = [aPicture(4_000_000), aPicture(5_000_000)];

let id: string;
beforeEach(async () => {
  id = (await addIn(running())).conversation_id;
  const nothing = { items: [], next_page_id: null };
  agent.reply = ({ method }) => ({ body: method === 'POST' ? { success: true } : nothing });
});

const content = (...image_urls: string[]) => [{ type: 'image', image_urls }];
const startWith = (parts: unknown) =>
  invoke(createAppConversation, deps(), { body: { initial_message: { content: parts } } });
const atId = () => ({ conversation_id: id });
/** The agent has time for megabytes, also on a busy machine. */
const patient = () => ({ ...deps(), patience: () => AbortSignal.timeout(20_000) });
const queue = async (parts: unknown) => {
  const starting = await addIn(aSandbox({ desired: 'RUNNING', phase: 'BOOTING' }));
  const params = { conversation_id: starting.conversation_id };
  const { status } = await invoke(queueMessage, deps(), { params, body: { content: parts } });
  return { status, messages: await deps().messages.list('ann', starting.conversation_id) };
};
const send = (parts: unknown) => invoke(sendMessage, patient(), { params: atId(), body: { content: parts } });
const sent = () => agent.requests.filter(({ method }) => method === 'POST').map(({ body }) => body.content);

async function upload(text: string, ownerId = 'ann'): Promise<string> {
  const uploadId = randomUUID();
  const half = Math.ceil(text.length / 2);
  const total_bytes = Buffer.byteLength(text);
  for (const [index, part] of [text.slice(0, half), text.slice(half)].entries()) {
    const { status } = await invoke(addUploadPart, deps(), {
      params: { upload_id: uploadId },
      body: { number: index + 1, text: part, total_bytes },
      caller: { ownerId },
    });
    expect(status).toBe(200);
  }
  return `upload:${uploadId}`;
}

describe('a picture of megabytes', () => {
  it('starts a conversation, with a reference in the row and in the answer', async () => {
    const { status, body } = await startWith(content(picture));

    expect(status).toBe(200);
    const [reference] = body.request.initial_message.content[0].image_urls;
    expect(reference).toMatch(/^upload:[0-9a-f]{32}$/);
    expect(await deps().uploads.read('ann', reference.slice(7))).toBe(picture);
    expect(JSON.stringify(await deps().startTasks.find('ann', body.id)).length).toBeLessThan(5_000);
  });

  it('starts a legacy conversation', async () => {
    const { status } = await invoke(createConversation, deps(), { body: { image_urls: [picture] } });

    expect(status).toBe(200);
  });

  it('is queued', async () => {
    const { status, messages } = await queue(content(picture, 'https://x.example/1.png'));

    const reference = expect.stringMatching(/^upload:[0-9a-f]{32}$/);
    expect(status).toBe(201);
    expect(messages).toMatchObject([{ content: content(reference, 'https://x.example/1.png') }]);
  });

  it('is sent to the agent as it is', async () => {
    expect((await send(content(picture))).status).toBe(200);

    expect(sent()).toMatchObject([content(picture)]);
    // The agent's event can be too large for its delivery.
    expect(deps().eventsFetched).toEqual([id]);
  });
});

describe('an upload', () => {
  it('stands for a picture that no request can hold', async () => {
    const reference = await upload(screenshot);

    expect((await startWith(content(reference))).body.request.initial_message.content[0].image_urls).toEqual([
      reference,
    ]);
    expect((await queue(content(reference))).status).toBe(201);
    expect((await send(content(reference))).status).toBe(200);
    const event = { action: 'message', args: { content: 'See', image_urls: [reference] } };
    expect((await invoke(postEvent, patient(), { params: atId(), body: event })).status).toBe(200);

    expect(sent().map((parts) => parts.at(-1).image_urls)).toEqual([[screenshot], [screenshot]]);
  });

  it('says what it has', async () => {
    const params = { upload_id: randomUUID() };
    const { body } = await invoke(addUploadPart, deps(), { params, body: { number: 2, text: 'ü', total_bytes: 5 } });

    expect(body).toMatchObject({ total_bytes: 5, received_bytes: 2, is_complete: false });
  });

  it('of another owner, unknown or of yesterday is a 404, and one without all its parts a 409', async () => {
    const [theirs, ours] = [await upload(picture, 'bob'), await upload(picture)];
    const params = { upload_id: randomUUID() };
    const body = { number: 1, text: 'data:image/png;base64,', total_bytes: 500 };
    await invoke(addUploadPart, deps(), { params, body });

    expect((await send(content(theirs))).status).toBe(404);
    expect((await queue(content(`upload:${randomUUID()}`))).status).toBe(404);
    expect((await startWith(content(`upload:${params.upload_id}`))).status).toBe(409);
    deps().clock.advance(24 * 60 * 60);
    expect((await send(content(ours))).status).toBe(404);
  });

  it('that is no picture is refused as one, and so are more pictures than an event can hold', async () => {
    const [text, large] = [await upload('a text'), await upload(screenshot)];

    expect(badFields(await send(content(text)))).toEqual(['body.image_urls']);
    expect((await startWith(content(large, picture))).status).toBe(413);
  });

  it('that is named by no UUID is refused, and so is no name', async () => {
    for (const reference of ['', 'upload:', 'upload:zz', `upload:${randomUUID()}0`])
      expect(badFields(await send(content(reference)))).toEqual(['body.image_urls']);
  });

  it('counts each time that a message has it', async () => {
    const reference = await upload(screenshot);

    expect((await send(content(reference, reference))).status).toBe(413);
    expect((await startWith([...content(reference), ...content(reference)])).status).toBe(413);
    expect(sent()).toEqual([]);
  });
});

it('a request that is too large besides its pictures is refused', async () => {
  const text = { type: 'text', text: 'x'.repeat(150_000) };

  expect((await startWith([text, text])).status).toBe(413);
  expect((await queue([text, text])).status).toBe(413);
  expect((await startWith([text, ...content(picture)])).status).toBe(200);
});
