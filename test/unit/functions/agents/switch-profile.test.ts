import { beforeEach, describe, expect, it } from 'vitest';
import { switchProfile } from '../../../../functions/agents/switch-profile.ts';
import { saveProfile } from '../../../../functions/settings/save-profile.ts';
import { applyPendingModels } from '../../../../shared/domain/agents/proxy/pending-models.ts';
import { directModels } from '../../../../shared/domain/broker/upstream/agent-models.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { vaultProfileModels } from '../../../../shared/domain/settings/model-reader.ts';
import { useConversationScene } from '../../../support/conversations/record/conversation-scene.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { aSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { settingsScene } from '../../../support/settings/settings-scene.ts';

const { agent, deps, add, addIn, running } = await useConversationScene();
const llm = { model: 'openai/fast', api_key: 'very-secret-fast', base_url: 'https://fast.example.com', top_p: 0.5 };

let settings: ReturnType<typeof settingsScene>;
beforeEach(async () => {
  settings = settingsScene();
  await invoke(saveProfile, settings, { params: { name: 'fast' }, body: { llm }, caller: { ownerId: 'ann' } });
});

const switchDeps = () => ({
  ...deps(),
  agentModels: directModels,
  models: vaultProfileModels({ ...settings, deploymentKey: async () => 'operator-key' }),
});
const switchTo = (conversation_id: string, profile_name: string, ownerId = 'ann') =>
  invoke(switchProfile, switchDeps(), {
    params: { conversation_id },
    body: { profile_name },
    caller: { ownerId },
  });
const row = async (id: string) => deps().conversations.find('ann', id);
const become = async (previous: Sandbox, next: Sandbox) =>
  deps().sandboxes.save([{ previous, next: { ...next, version: previous.version + 1 } }]);

describe('POST switch_profile', () => {
  it('gives a running agent the model with its key, and the conversation shows it', async () => {
    const { conversation_id: id } = await addIn(running());

    const { status, body } = await switchTo(id, 'fast');

    expect([status, body]).toEqual([200, { success: true }]);
    const [asked, ...others] = agent.requests;
    expect(others).toEqual([]);
    expect([asked?.method, asked?.path]).toEqual(['POST', `/api/conversations/${id}/switch_llm`]);
    expect(asked?.body).toEqual({
      llm: { ...llm, stream: true, usage_id: expect.stringMatching(/^profile:fast:[0-9a-f-]{36}$/) },
    });
    expect(await row(id)).toMatchObject({
      llm_model: 'openai/fast',
      llm_profile: 'fast',
      llm_profile_pending: false,
    });
  });

  it('uses a new name for each switch, as agents keep the first model of a name', async () => {
    const { conversation_id: id } = await addIn(running());
    await switchTo(id, 'fast');
    await switchTo(id, 'fast');

    const names = agent.requests.map(({ body }) => JSON.stringify(body));
    expect(new Set(names).size).toBe(2);
  });

  it('returns 404 for an unknown profile, without calling the agent', async () => {
    const { conversation_id: id } = await addIn(running());

    expect((await switchTo(id, 'none')).status).toBe(404);
    expect((await switchTo(id, 'fast', 'bob')).status).toBe(404);
    expect(agent.requests).toEqual([]);
  });

  it('keeps the choice for an agent that is paused, which gets it once it runs again', async () => {
    const paused = aSandbox({ phase: 'PAUSED', desired: 'PAUSED', snapshot_id: 'snap-1' });
    const { conversation_id: id } = await addIn(paused);

    expect((await switchTo(id, 'fast')).body).toEqual({ success: true });
    expect(agent.requests).toEqual([]);
    expect(await row(id)).toMatchObject({ llm_model: 'openai/fast', llm_profile_pending: true });

    await become(paused, { ...running(), sandbox_id: paused.sandbox_id, created_at: paused.created_at });
    await applyPendingModels('ann', paused.sandbox_id, () => true, switchDeps());
    await applyPendingModels('ann', paused.sandbox_id, () => true, switchDeps());

    expect(agent.requests.map(({ body }) => body)).toEqual([{ llm: expect.objectContaining(llm) }]);
    expect(await row(id)).toMatchObject({ llm_profile_pending: false });
  });

  it('stops when the time of the worker is over, and leaves the other choices in their rows', async () => {
    const sandbox = running();
    const chosen = { llm_profile: 'fast', llm_profile_pending: true };
    await addIn(sandbox, chosen);
    for (const digit of ['e', 'f'])
      add({ ...chosen, sandbox_id: sandbox.sandbox_id, conversation_id: digit.repeat(32) });

    await applyPendingModels('ann', sandbox.sandbox_id, () => agent.requests.length === 0, switchDeps());

    expect(agent.requests).toHaveLength(1);
  });

  it('leaves the choice in the row while the agent refuses it', async () => {
    const { conversation_id: id, sandbox_id } = await addIn(running(), {
      llm_profile: 'fast',
      llm_profile_pending: true,
    });
    agent.reply = () => ({ status: 422, body: { detail: 'no such model' } });

    await applyPendingModels('ann', sandbox_id, () => true, switchDeps());

    expect(await row(id)).toMatchObject({ llm_profile_pending: true });
    const { status, body } = await switchTo(id, 'fast');
    expect([status, body.detail]).toEqual([400, 'The agent returned 422: no such model']);
  });

  it('returns a retryable conflict until the agent has the conversation', async () => {
    const { conversation_id: id } = await addIn(running());
    agent.reply = () => ({ status: 404, body: {} });

    expect((await switchTo(id, 'fast')).body).toMatchObject({ status: 409, retry_after_seconds: 2 });
    expect(await row(id)).not.toHaveProperty('llm_profile');
  });
});
