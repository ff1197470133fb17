import { beforeEach, describe, expect, it } from 'vitest';
import { switchProfile } from '../../../../functions/agents/switch-profile.ts';
import { saveProfile } from '../../../../functions/settings/save-profile.ts';
import { updateSettings } from '../../../../functions/settings/update-settings.ts';
import { applyPendingModels } from '../../../../shared/domain/agents/proxy/pending-models.ts';
import { modelKeyAuthentication } from '../../../../shared/domain/broker/keys/authenticate-model-key.ts';
import { ModelKeys } from '../../../../shared/domain/broker/keys/model-keys.ts';
import { brokeredModels, directModels } from '../../../../shared/domain/broker/upstream/agent-models.ts';
import { modelOfCaller } from '../../../../shared/domain/broker/upstream/model-of-caller.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { vaultProfileModels } from '../../../../shared/domain/settings/model-reader.ts';
import { noSettings } from '../../../../shared/domain/settings/settings-store.ts';
import { MemoryModelCallers } from '../../../support/broker/memory-model-callers.ts';
import { useConversationScene } from '../../../support/conversations/record/conversation-scene.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { MemoryMasterKeys } from '../../../support/platform/memory-master-keys.ts';
import { aSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { settingsScene } from '../../../support/settings/settings-scene.ts';

const { agent, deps, addIn, running } = await useConversationScene();
const caller = { ownerId: 'ann' };
const keys = new ModelKeys(new MemoryMasterKeys());
const broker = brokeredModels({ address: 'https://api.example.com', keys, priceOf: () => undefined });

let settings: ReturnType<typeof settingsScene>;
const profile = (name: string, llm: { readonly model: string } & Record<string, unknown>) =>
  invoke(saveProfile, settings, { params: { name }, body: { llm }, caller });
beforeEach(async () => {
  settings = settingsScene();
  await profile('fast', { model: 'openai/fast', api_key: 'provider-key', base_url: 'https://fast.example.com/v1' });
  await profile('claude', { model: 'anthropic/claude', api_key: 'provider-key' });
  await profile('aws', { model: 'bedrock/claude', aws_secret_access_key: 'provider-key' });
  await profile('own', { model: 'bedrock/claude', aws_secret_access_key: 'provider-key', direct: true });
});

const switchDeps = (agentModels = broker) => ({
  ...deps(),
  agentModels,
  models: vaultProfileModels({ ...settings, deploymentKey: async () => 'operator-key' }),
});
const switchTo = (conversation_id: string, profile_name: string) =>
  invoke(switchProfile, switchDeps(), { params: { conversation_id }, body: { profile_name }, caller });
const rowOf = async (id: string) => {
  const row = await deps().conversations.find('ann', id);
  if (!row) throw new Error(`no conversation ${id}`);
  return row;
};
const sent = () => agent.requests.map(({ body }) => body?.llm);

/** Who a key belongs to, and the model that they use now. */
async function asked(key: string, sandbox: Sandbox, id: string) {
  const own = (await settings.settings.find('ann')) ?? noSettings('ann');
  const rows = { conversations: [await rowOf(id)], sandboxes: [sandbox], settings: [own] };
  const found = await modelKeyAuthentication(new MemoryModelCallers(rows))(key);
  return found && modelOfCaller(found, { ...settings, deploymentKey: async () => 'operator-key' });
}

describe('a switch to another profile with the model broker', () => {
  it('gives the agent the address of the broker and a key of its own, and no key of the provider', async () => {
    const sandbox = running();
    const { conversation_id: id } = await addIn(sandbox);

    expect((await switchTo(id, 'fast')).status).toBe(200);

    const key = await keys.of(await rowOf(id), sandbox);
    expect(sent()).toEqual([
      {
        model: 'openai/fast',
        base_url: 'https://api.example.com/llm/v1',
        api_key: key,
        stream: true,
        usage_id: expect.stringMatching(/^profile:fast:/),
      },
    ]);
    expect(JSON.stringify(agent.requests)).not.toContain('provider-key');
    expect(await asked(key, sandbox, id)).toMatchObject({
      model: { model: 'openai/fast', apiKey: 'provider-key', baseUrl: 'https://fast.example.com/v1' },
      profile: 'fast',
    });
  });

  it('applies to the next request of the same key', async () => {
    const sandbox = running();
    const { conversation_id: id } = await addIn(sandbox);
    await switchTo(id, 'fast');
    await switchTo(id, 'claude');
    const [first, second] = sent();

    expect([first.api_key, second.model]).toEqual([second.api_key, 'anthropic/claude']);
    expect(await asked(first.api_key, sandbox, id)).toMatchObject({
      model: { model: 'anthropic/claude', baseUrl: null },
      profile: 'claude',
    });
    expect(await rowOf(id)).toMatchObject({ llm_model: 'anthropic/claude' });
  });

  it('has the hash of the key in the row before the agent has the key', async () => {
    const { conversation_id: id } = await addIn(running());
    const rows: ReturnType<typeof rowOf>[] = [];
    agent.reply = () => {
      rows.push(rowOf(id));
      return { body: {} };
    };

    await switchTo(id, 'fast');

    const [row] = await Promise.all(rows);
    expect(row?.model_key_hash).toMatch(/^[\w-]{43}$/);
  });

  it('is refused for a model that only agents can call, unless the owner lets them', async () => {
    const { conversation_id: id } = await addIn(running());

    const { status, body } = await switchTo(id, 'aws');

    expect([status, body.detail]).toEqual([
      409,
      expect.stringContaining('Turn on "Agents call the provider themselves" (direct: true)'),
    ]);
    expect(agent.requests).toEqual([]);

    expect((await switchTo(id, 'own')).status).toBe(200);
    expect(sent()).toEqual([expect.objectContaining({ aws_secret_access_key: 'provider-key' })]);
    expect(sent()[0]).not.toHaveProperty('direct');
    expect((await rowOf(id)).model_key_hash ?? null).toBeNull();
  });

  it('is refused for such a model while the sandbox is paused, too', async () => {
    const { conversation_id: id } = await addIn(aSandbox({ phase: 'PAUSED', desired: 'PAUSED', snapshot_id: 's' }));

    expect((await switchTo(id, 'aws')).status).toBe(409);
    expect(await rowOf(id)).not.toHaveProperty('llm_profile');
  });
});

describe('a resume with the model broker', () => {
  const started = async () => {
    const sandbox = running();
    const { conversation_id: id } = await addIn(sandbox);
    await switchTo(id, 'fast');
    agent.requests.length = 0;
    return { sandbox, id };
  };
  const resume = (sandbox: Sandbox, agentModels = broker) =>
    applyPendingModels('ann', sandbox.sandbox_id, () => true, switchDeps(agentModels));

  it('sends nothing to an agent with a valid key', async () => {
    const { sandbox } = await started();

    await resume(sandbox);

    expect(agent.requests).toEqual([]);
  });

  it('gives the agent the next key after a rotation of the session key', async () => {
    const { sandbox, id } = await started();
    const before = await keys.of(await rowOf(id), sandbox);
    const rotated = { ...sandbox, session_revision: 2, version: sandbox.version + 1 };
    await deps().sandboxes.save([{ previous: sandbox, next: rotated }]);
    expect(await asked(before, rotated, id)).toBeUndefined();

    await resume(rotated);

    const [{ api_key: key }] = sent();
    expect(key).not.toBe(before);
    expect(await asked(key, rotated, id)).toMatchObject({ profile: 'fast' });
    expect(await asked(before, rotated, id)).toBeUndefined();
  });

  it('gives the agent the key of the provider after the broker was turned off', async () => {
    const { sandbox, id } = await started();

    await resume(sandbox, directModels);

    expect(sent()).toEqual([expect.objectContaining({ api_key: 'provider-key' })]);
    expect(await rowOf(id)).toMatchObject({ model_key_hash: null });
  });

  it('gives the agent a key for the broker after it was turned on', async () => {
    const { sandbox, id } = await started();
    await resume(sandbox, directModels);
    agent.requests.length = 0;

    await resume(sandbox);

    expect(JSON.stringify(sent())).not.toContain('provider-key');
    expect(await asked(sent()[0].api_key, sandbox, id)).toMatchObject({ profile: 'fast' });
  });
});

it('a change of the settings applies to the next request', async () => {
  const save = (llm: object) => invoke(updateSettings, settings, { body: { agent_settings_diff: { llm } }, caller });
  await save({ model: 'openai/one', api_key: 'key-one' });
  const sandbox = running();
  const { conversation_id: id } = await addIn(sandbox, { model_key_hash: undefined });
  await applyPendingModels('ann', sandbox.sandbox_id, () => true, switchDeps());
  const key = sent()[0].api_key;
  const model = async () => (await asked(key, sandbox, id))?.model;

  expect(await model()).toMatchObject({ model: 'openai/one', apiKey: 'key-one' });

  // The conversation keeps its model at the same provider, with the key of now.
  await save({ model: 'openai/two', api_key: 'key-two' });
  expect(await model()).toMatchObject({ model: 'openai/one', apiKey: 'key-two' });

  // The key of another provider is never sent with it.
  await save({ model: 'anthropic/claude', api_key: 'key-three' });
  expect(await model()).toMatchObject({ model: 'anthropic/claude', apiKey: 'key-three' });
});
