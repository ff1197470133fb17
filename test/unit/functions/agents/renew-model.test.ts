import { beforeEach, describe, expect, it } from 'vitest';
import { sendMessage } from '../../../../functions/conversations/send-message.ts';
import { saveProfile } from '../../../../functions/settings/save-profile.ts';
import { updateSettings } from '../../../../functions/settings/update-settings.ts';
import { applyPendingModels, repeatRefusedRun } from '../../../../shared/domain/agents/proxy/pending-models.ts';
import { modelRenewal } from '../../../../shared/domain/agents/proxy/send-model.ts';
import { directModels } from '../../../../shared/domain/broker/upstream/agent-models.ts';
import { followed, reportOfEvent } from '../../../../shared/domain/conversations/record/conversation-state.ts';
import { vaultProfileModels } from '../../../../shared/domain/settings/model-reader.ts';
import { useConversationScene } from '../../../support/conversations/record/conversation-scene.ts';
import type { AgentRequest } from '../../../support/http/http-agent.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { settingsScene } from '../../../support/settings/settings-scene.ts';

const { agent, deps, addIn, running } = await useConversationScene();

let settings: ReturnType<typeof settingsScene>;
beforeEach(() => {
  settings = settingsScene();
  agent.reply = answered;
});
const answered = ({ method }: AgentRequest) => ({ body: method === 'GET' ? { items: [] } : {} });

const caller = { ownerId: 'ann' };
const wrong = { model: 'openai/mine', api_key: 'wrong-key' };
const right = { ...wrong, api_key: 'right-key' };
const save = (llm: object) => invoke(updateSettings, settings, { body: { agent_settings_diff: { llm } }, caller });
const models = () => vaultProfileModels({ ...settings, deploymentKey: async () => 'operator-key' });
const renewing = () => ({ ...deps(), agentModels: directModels, models: models(), now: settings.now });
const say = (id: string) =>
  invoke(
    sendMessage,
    { ...deps(), renewModel: modelRenewal(renewing()) },
    {
      params: { conversation_id: id },
      body: { content: [{ type: 'text', text: 'Go on' }] },
    },
  );
/** What the agent was asked, as the last part of the path and the key of its new model. */
const asked = () =>
  agent.requests
    .filter(({ method }) => method !== 'GET')
    .map(({ path, body }) => [path.split('/').at(-1), body?.llm?.api_key].join(' ').trim());
const row = async (id: string) => deps().conversations.find('ann', id);

const REFUSED_AT = '2026-01-02T00:00:00.000000';
const refused = { llm_refused: true, llm_model: 'openai/mine', state_times: { llm_refused: REFUSED_AT } };
const at = (time: string) => settings.clock.set(time);
const BEFORE = '2026-01-01T00:00:00Z';
const AFTER = '2026-01-03T00:00:00Z';

describe('a message to an agent whose model refused the key', () => {
  it('first gives the agent the model of the settings, once', async () => {
    const { conversation_id: id } = await addIn(running(), refused);
    await save(right);

    await say(id);
    await say(id);

    expect(asked()).toEqual(['switch_llm right-key', 'events', 'events']);
    expect(await row(id)).toMatchObject({ llm_refused: false, llm_model: 'openai/mine' });
  });

  it('is left to the worker by requests, which may not read models', async () => {
    const { conversation_id: id } = await addIn(running(), refused);
    const { renewModel: _, ...own } = deps();
    let invoked = 0;
    const deliver = async () => {
      invoked += 1;
    };
    const content = [{ type: 'text', text: 'Go on' }];

    const { body } = await invoke(
      sendMessage,
      { ...own, deliver },
      { params: { conversation_id: id }, body: { content } },
    );

    expect([body.state, invoked, asked()]).toEqual(['queued', 1, []]);
  });

  it('is sent as it is when no key was refused', async () => {
    const { conversation_id: id } = await addIn(running());
    await save(right);
    await say(id);
    expect(asked()).toEqual(['events']);
  });

  it('is sent even if the agent refuses the model, which the next message tries again', async () => {
    const { conversation_id: id } = await addIn(running(), refused);
    await save(right);
    agent.reply = (asking) => (asking.path.endsWith('switch_llm') ? { status: 422, body: {} } : answered(asking));

    expect((await say(id)).status).toBe(200);
    expect(await row(id)).toMatchObject({ llm_refused: true });
  });

  it('gives the agent another model if the owner changed to it, but keeps the one that the start named', async () => {
    await save({ model: 'openai/other', api_key: 'right-key' });
    const modelAfter = async (by: object) => {
      const { conversation_id: id } = await addIn(running(), { ...refused, ...by });
      await say(id);
      return (await row(id))?.llm_model;
    };
    expect(await modelAfter({})).toBe('openai/other');
    expect(await modelAfter({ llm_model_by: 'user' })).toBe('openai/mine');
    expect(await modelAfter({ llm_model_by: 'user', llm_model: 'anthropic/named' })).toBe('openai/other');
  });

  it('gives the agent the current model of its profile', async () => {
    await save(wrong);
    await invoke(saveProfile, settings, { params: { name: 'fast' }, body: { llm: right }, caller });
    const { conversation_id: id } = await addIn(running(), { ...refused, llm_profile: 'fast' });
    await say(id);
    expect(asked()).toEqual(['switch_llm right-key', 'events']);
  });

  it('leaves the model of another program alone', async () => {
    await save(right);
    const { conversation_id: id } = await addIn(running(), { ...refused, agent_kind: 'acp' });
    await say(id);
    expect(asked()).toEqual(['events']);
  });
});

describe('a resume', () => {
  const resumed = async (row: object) => {
    const { conversation_id: id, sandbox_id } = await addIn(running(), row);
    await applyPendingModels('ann', sandbox_id, () => true, renewing());
    await applyPendingModels('ann', sandbox_id, () => true, renewing());
    return id;
  };

  it('gives agents the key that their owner changed since, once', async () => {
    at(AFTER);
    await save(right);
    await resumed({ llm_model: 'openai/mine', created_at: BEFORE });
    expect(asked()).toEqual(['switch_llm right-key']);
  });

  it('gives agents nothing when they have the settings, or another model that works', async () => {
    at(BEFORE);
    await save(right);
    await resumed({ llm_model: 'openai/mine', created_at: AFTER });
    await resumed({ llm_model: 'openai/mine', created_at: '2025-01-01T00:00:00Z', llm_sent_at: AFTER });
    await resumed({ llm_model: 'anthropic/kept', created_at: '2025-01-01T00:00:00Z' });
    expect(asked()).toEqual([]);
  });
});

describe('a run whose key was refused', () => {
  const repeated = async (time: string, row: object = {}) => {
    at(time);
    await save(right);
    const { conversation_id: id } = await addIn(running(), { ...refused, created_at: '2025-01-01T00:00:00Z', ...row });
    await repeatRefusedRun('ann', id, renewing());
    await repeatRefusedRun('ann', id, renewing());
  };

  it('is repeated with the right key if the settings had been changed before it', async () => {
    await repeated(BEFORE);
    expect(asked()).toEqual(['switch_llm right-key', 'run']);
  });

  it('waits for the next message if they are changed after it', async () => {
    await repeated(AFTER);
    expect(asked()).toEqual([]);
  });

  it('is not repeated with the key that the agent has', async () => {
    await repeated(BEFORE, { llm_sent_at: '2026-01-01T12:00:00Z' });
    expect(asked()).toEqual([]);
  });

  it('is repeated with the model that the conversation was switched to while a request of it was in progress', async () => {
    await repeated(BEFORE, { llm_outdated: true, llm_sent_at: '2026-01-01T23:59:59Z' });
    expect(asked()).toEqual(['switch_llm right-key', 'run']);
  });

  it('is recognised by the error of the agent server', async () => {
    const { conversation_id: id } = await addIn(running());
    const found = await row(id);
    if (!found) throw new Error('no row');
    const errorOf = (code: string) =>
      reportOfEvent({ kind: 'ConversationErrorEvent', timestamp: '2026-01-02T00:00:00', code }) ?? [];
    expect(followed(found, [errorOf('LLMAuthenticationError')].flat())).toMatchObject({ llm_refused: true });
    expect(followed(found, [errorOf('MaxIterationsReached')].flat())).not.toHaveProperty('llm_refused');
  });
});
