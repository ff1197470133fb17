import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedAgentServer, installedRelease } from '../../../infra/specs/installed-program.ts';
import { isUnsupported } from '../../../shared/contract/shapes/agent-versions.ts';
import { reached, type StartedConversation, waitForSandbox, waitForTask } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { StreamingModel } from '../support/streaming-model.ts';

/** The real agent server loads for many seconds of processor time. */
const PATIENCE = 300_000;
const MODEL_KEY = `sk-${randomUUID()}`;

const program = installedAgentServer(process.env);
const without = program === undefined || service().stateDirectory === null;
const why = without ? ' (skipped: set OPENHANDS_AGENT_SERVER to an installed agent server)' : '';

describe.skipIf(without)(`a conversation of the real agent server${why}`, { timeout: 900_000 }, () => {
  const path = '/api/v1/app-conversations';
  const said = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });
  let owner: Owner;
  let model: StreamingModel;
  let conversation: StartedConversation;
  beforeAll(async () => {
    [owner, model] = [await newOwner(), await StreamingModel.start()];
    const llm = { model: 'openai/stub', api_key: MODEL_KEY, base_url: model.url };
    await owner.bearer.post('/api/v1/settings', { agent_settings_diff: { llm } });
  });
  afterAll(() => model?.stop());

  /** The texts of the messages that the service keeps, in their order. */
  async function talk(): Promise<string[]> {
    const { body } = await owner.api.get(`/api/v1/conversation/${conversation.id}/events/search`, {
      kind__eq: 'MessageEvent',
      limit: 100,
    });
    const items: { llm_message: { content: { text: string }[] } }[] = body.items;
    return items.map(({ llm_message: { content } }) => content.map(({ text }) => text).join(''));
  }
  const waitForAnswer = (text: string) =>
    eventually(
      `the agent answers ${text}`,
      async () => {
        const texts = await talk();
        if (texts.some((one) => one.includes(`You said: ${text}`))) return texts;
        throw new Error(`the service keeps ${JSON.stringify(texts)}`);
      },
      PATIENCE,
    );
  const state = async () => (await owner.api.get(`${path}/${conversation.id}`)).body;

  it('starts by its spec, and has its id once it is READY', async () => {
    const created = await owner.api.post(path, { sandbox_spec_id: 'openhands-local', initial_message: said('hello') });
    expect([created.status, created.body.app_conversation_id]).toEqual([200, null]);

    const task = await waitForTask(owner.api, created.body.id, 'READY', PATIENCE);

    expect(task.app_conversation_id).toBe(created.body.conversation_id);
    conversation = await reached(owner.api, task.app_conversation_id, task.id);
    const { url } = conversation;
    const info = await fetch(`${url.slice(0, url.indexOf('/api/conversations'))}/server_info`);
    const { version } = (await info.json()) as { version: string };
    expect(isUnsupported(version)).toBe(false);
    expect(installedRelease(program ?? '')).toBe(version);
  });

  it('answers the first message by a model that streams', async () => {
    const texts = await waitForAnswer('hello');

    expect(texts[0]).toBe('hello');
    expect([new Set(model.keys), model.streamed.includes(true)]).toEqual([new Set([MODEL_KEY]), true]);
    await eventually('it has finished', async () => (await state()).execution_status === 'finished' || undefined);
  });

  it('goes on after a pause: with its history, and the sealed key of its model', async () => {
    const { sandboxId } = conversation;
    await owner.api.post(`/api/v1/sandboxes/${sandboxId}/pause`);
    await waitForSandbox(owner.api, sandboxId, 'PAUSED', PATIENCE);
    const before = await talk();
    await owner.api.post(`/api/v1/sandboxes/${sandboxId}/resume`);
    await waitForSandbox(owner.api, sandboxId, 'RUNNING', PATIENCE);

    const sent = await owner.api.post(`${path}/${conversation.id}/send-message`, said('again'));

    expect([sent.status, sent.text]).toEqual([200, expect.any(String)]);
    expect((await waitForAnswer('again')).slice(0, before.length)).toEqual(before);
    expect(new Set(model.keys)).toEqual(new Set([MODEL_KEY]));
  });

  it('is deleted with its sandbox', async () => {
    const { id, sandboxId } = conversation;

    expect((await owner.api.delete(`${path}/${id}`)).status).toBe(200);

    expect((await owner.api.get(`${path}/${id}`)).status).toBe(404);
    expect((await owner.api.get(`/api/v1/sandboxes/${sandboxId}`)).status).toBe(404);
  });
});
