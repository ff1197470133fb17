import { beforeEach, expect, it, vi } from 'vitest';
import { ModelKeys, modelKeyHash } from '../../../../../../shared/domain/broker/keys/model-keys.ts';
import { brokeredModels, directModels } from '../../../../../../shared/domain/broker/upstream/agent-models.ts';
import type { Conversation } from '../../../../../../shared/domain/conversations/record/conversation.ts';
import type { StartTask } from '../../../../../../shared/domain/conversations/start/task/start-task.ts';
import type { StartModel } from '../../../../../../shared/domain/settings/start-settings.ts';
import { plainSettings } from '../../../../../support/conversations/start/start-services.ts';
import { StartTaskScene } from '../../../../../support/conversations/start/start-task-scene.ts';
import { MemoryMasterKeys } from '../../../../../support/platform/memory-master-keys.ts';
import { aRunningSandbox } from '../../../../../support/sandboxes/sandbox-data.ts';

const keys = new ModelKeys(new MemoryMasterKeys());
const broker = brokeredModels({ address: 'https://api.example.com', keys, priceOf: () => undefined });

let scene: StartTaskScene;
beforeEach(() => {
  scene = new StartTaskScene();
  vi.spyOn(console, 'warn').mockReturnValue();
  return () => vi.restoreAllMocks();
});

const sandbox = aRunningSandbox();
const rowOf = async (task: StartTask) => {
  const row = await scene.deps.conversations.find(task.owner_id, task.conversation_id);
  if (!row) throw new Error('the conversation is gone');
  return row;
};

/** Starts a conversation with a model of its owner. */
async function start(llm: StartModel, conversation: Partial<Conversation> = {}, models = broker): Promise<StartTask> {
  Object.assign(scene.services, { agentModels: models });
  scene.ownSettings = { ...plainSettings, llm };
  const task = await scene.aStart(sandbox, {}, { llm_model: null, ...conversation });
  await scene.run(task);
  return task;
}

const secrets = { apiKey: 'provider-key', options: { some_header: 'provider-secret' }, secrets: ['provider-secret'] };
const claude: StartModel = { model: 'anthropic/claude', baseUrl: null, ...secrets };

it('a start gives the agent and its condenser a key for the model broker, and nothing of the provider', async () => {
  const task = await start(claude);

  const row = await rowOf(task);
  const key = await keys.of(row, sandbox);
  const llm = { model: 'anthropic/claude', base_url: 'https://api.example.com/llm', api_key: key };
  expect(scene.asked).toMatchObject([{ payload: { agent: { llm, condenser: { llm } } } }]);
  expect(JSON.stringify(scene.asked)).not.toContain('provider-');
  expect(row).toMatchObject({ model_key_hash: modelKeyHash(row, sandbox, key), llm_model: 'anthropic/claude' });
});

it('the row has the hash of the key before the agent has the key', async () => {
  let seen: Promise<Conversation> | undefined;
  scene.agent = async () => {
    const [{ payload } = { payload: {} }] = scene.asked;
    const { conversation_id: id } = payload as { conversation_id: string };
    seen = rowOf({ owner_id: 'ann', conversation_id: id.replaceAll('-', '') } as StartTask);
  };

  await start(claude);

  expect((await seen)?.model_key_hash).toMatch(/^[\w-]{43}$/);
});

it('a start names the model of the conversation, not that of the settings', async () => {
  const task = await start(claude, { llm_model: 'anthropic/other', llm_model_by: 'user' });

  expect(scene.asked).toMatchObject([{ payload: { agent: { llm: { model: 'anthropic/other' } } } }]);
  expect(await rowOf(task)).toMatchObject({ llm_model: 'anthropic/other' });
});

it('a start never sends the key of one provider to another', async () => {
  await start(claude, { llm_model: 'openai/other', llm_model_by: 'user' }, directModels);

  expect(scene.asked).toMatchObject([{ payload: { agent: { llm: { model: 'anthropic/claude' } } } }]);
});

it.each([
  ['with the model broker', broker],
  ['without it', directModels],
])('%s, a start keeps the model of its request where no key could go astray', async (_way, models) => {
  Object.assign(scene.services, { agentModels: models });
  scene.ownSettings = { ...plainSettings, llm: { model: 'anthropic/claude', baseUrl: null, apiKey: null } };
  const asked = { llm_model: 'openai/other' };
  const task = await scene.aStart(sandbox, { request: asked }, { ...asked, llm_model_by: 'user' });

  await scene.run(task);

  expect(scene.asked).toMatchObject([{ payload: { agent: { llm: { model: 'openai/other' } } } }]);
  expect(await scene.read(task)).toMatchObject({ status: 'READY', warnings: [] });
  expect(await rowOf(task)).toMatchObject(asked);
});

it.each([
  ['with the model broker', broker],
  ['without it', directModels],
])('%s, a start warns that there is no key for the provider of its model', async (_way, models) => {
  Object.assign(scene.services, { agentModels: models });
  scene.ownSettings = { ...plainSettings, llm: claude };
  const asked = { llm_model: 'openai/other' };
  const task = await scene.aStart(sandbox, { request: asked }, { ...asked, llm_model_by: 'user' });

  await scene.run(task);

  const { status, warnings = [] } = (await scene.read(task)) ?? {};
  expect([status, warnings.map(({ code }) => code)]).toEqual(['READY', ['model_key_missing']]);
  expect(warnings[0]?.message).toContain('uses anthropic/claude instead of openai/other');
});

it.each(['anthropic/other', 'anthropic/claude'])('a start with the model %s warns of nothing', async (llm_model) => {
  Object.assign(scene.services, { agentModels: broker });
  scene.ownSettings = { ...plainSettings, llm: claude };
  const task = await scene.aStart(sandbox, { request: { llm_model } }, { llm_model, llm_model_by: 'user' });

  await scene.run(task);

  expect(await scene.read(task)).toMatchObject({ status: 'READY', warnings: [] });
});

it('a start with a model that only agents can call fails with what to do', async () => {
  const task = await start({ ...claude, model: 'bedrock/claude' });

  const { status, detail } = (await scene.read(task)) ?? {};
  expect([status, detail]).toEqual([
    'ERROR',
    expect.stringContaining('Turn on "Agents call the provider themselves" (direct: true)'),
  ]);
  expect(detail).toContain('Amazon Bedrock takes credentials of AWS');
  expect(scene.asked).toEqual([]);
});

it.each(['litellm_proxy/other', 'a/b', 'my-model'])('a start with %s, which is only a name, works', async (model) => {
  const task = await start({ model, baseUrl: null, apiKey: null });

  expect(await scene.read(task)).toMatchObject({ status: 'READY' });
  expect(scene.asked).toMatchObject([{ payload: { agent: { llm: { model } } } }]);
  expect((await rowOf(task)).model_key_hash ?? null).toBeNull();
});

it.each([
  { model: 'a/b', baseUrl: null, apiKey: 'key' },
  { model: 'a/b', baseUrl: 'https://models.example', apiKey: null },
  { model: 'a/b', baseUrl: null, apiKey: null, options: { extra_headers: { x: 'y' } }, secrets: ['y'] },
  { model: 'bedrock/claude', baseUrl: null, apiKey: null },
])('a start with more than a name that the broker cannot call fails (%o)', async (model) => {
  expect(await scene.read(await start(model))).toMatchObject({ status: 'ERROR' });
  expect(scene.asked).toEqual([]);
});

it('such a model works as without the broker where its owner lets agents call it', async () => {
  const task = await start({ ...claude, model: 'bedrock/claude', isDirect: true });

  expect(scene.asked).toMatchObject([{ payload: { agent: { llm: { some_header: 'provider-secret' } } } }]);
  expect((await rowOf(task)).model_key_hash ?? null).toBeNull();
});

it('another program keeps its own model, whatever that of the settings is', async () => {
  const agent = { kind: 'acp', settings: { acp_server: 'claude-code' }, secrets: [] } as const;
  Object.assign(scene.services, { agentModels: broker });
  scene.ownSettings = { ...plainSettings, llm: { ...claude, model: 'bedrock/claude' }, agent };
  const task = await scene.aStart(sandbox, {});

  await scene.run(task);

  expect(await scene.read(task)).toMatchObject({ status: 'READY' });
  expect(JSON.stringify(scene.asked)).not.toContain('provider-');
});

it('without the broker, the agent has the key of the provider, and a key of before opens nothing more', async () => {
  const task = await start(claude, { model_key_hash: 'hash of before' }, directModels);

  expect(scene.asked).toMatchObject([{ payload: { agent: { llm: { api_key: 'provider-key' } } } }]);
  expect(await rowOf(task)).toMatchObject({ model_key_hash: null });
});
