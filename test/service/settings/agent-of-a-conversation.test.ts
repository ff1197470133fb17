import { describe, expect, it } from 'vitest';
import {
  askAgent,
  reached,
  type StartedConversation,
  startConversation,
  talkable,
  waitForAnswer,
  waitForSandbox,
  waitForTask,
} from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner } from '../../support/service/owners.ts';
import { badFields, expectProblem } from '../../support/service/problems.ts';

const settings = '/api/v1/settings';
const conversations = '/api/v1/app-conversations';

/** The sections that a web client saves. */
const sections = {
  agent_context: { load_memory: true },
  condenser: { enabled: true, condenser_kind: 'llm_summarizing', max_size: 90, keep_first: 3 },
  verification: { critic_enabled: true, critic_mode: 'all_actions', critic_api_key: 'very-secret-critic' },
  enable_sub_agents: true,
  tool_concurrency_limit: 2,
};

const [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
const { bearer } = owner;
// Without the model broker, which would have the corrected key with the next request.
const own = { model: 'openai/mine', api_key: 'very-secret-mine', temperature: 0.7, direct: true };
await bearer.post(settings, { agent_settings_diff: { llm: own, ...sections } });
await bearer.post(`${settings}/profiles/fast`, { llm: { model: 'openai/fast', api_key: 'very-secret-fast' } });
await bearer.post(`${settings}/profiles/slow`, { llm: { model: 'openai/slow', api_key: 'very-secret-slow' } });
const conversation = await startConversation(owner.api);

const agentOf = async (at: StartedConversation) => (await askAgent(at, '')).body.agent;
const viewOf = async (id: string) => (await owner.api.get(`${conversations}/${id}`)).body;
const switchTo = (name: string, { api } = owner) =>
  api.post(`${conversations}/${conversation.id}/switch_profile`, { profile_name: name });

const say = (text: string) => ({ content: [{ type: 'text', text }] });
const runEnds = (id: string, status: string) =>
  eventually(`the run of ${id} is ${status}`, async () => (await viewOf(id)).execution_status === status);
let refused: StartedConversation;

describe('the agent of a conversation', () => {
  it("has every section of its owner's settings", async () => {
    const { body, text } = await owner.bearer.get(settings);
    expect(body.agent_settings).toMatchObject({
      ...sections,
      verification: { ...sections.verification, critic_api_key: '**********' },
      llm: { model: 'openai/mine', temperature: 0.7 },
    });
    expect(text).not.toContain('very-secret');

    expect(await agentOf(conversation)).toMatchObject({
      llm: { model: 'openai/mine', temperature: 0.7 },
      agent_context: { load_memory: true, load_project_skills: true },
      condenser: { kind: 'LLMSummarizingCondenser', max_size: 90, keep_first: 3 },
      critic: { kind: 'APIBasedCritic', mode: 'all_actions' },
      tools: [{ name: 'terminal' }, { name: 'file_editor' }, { name: 'task_tracker' }, { name: 'task_tool_set' }],
      tool_concurrency_limit: 2,
    });
  });

  it('can be switched to another profile, which the conversation shows', async () => {
    expect((await switchTo('fast')).body).toEqual({ success: true });

    expect((await agentOf(conversation)).llm).toMatchObject({ model: 'openai/fast' });
    expect(await viewOf(conversation.id)).toMatchObject({ llm_model: 'openai/fast' });
    expectProblem(await switchTo('none'), 404, 'not_found');
    expectProblem(await switchTo('fast', stranger), 404, 'not_found');
  });

  it('gets a corrected key with the next message after its model refused the old one', async () => {
    const save = (api_key: string) => bearer.post(settings, { agent_settings_diff: { llm: { ...own, api_key } } });
    await save('wrong-key');
    const request = { initial_message: say('first'), sandbox_id: conversation.sandboxId };
    const start = async () => {
      const started = await startConversation(owner.api, request);
      await runEnds(started.id, 'error');
      return started;
    };
    const [one, two] = await Promise.all([start(), start()]);
    refused = two;

    await save(own.api_key);
    await owner.api.post(`${conversations}/${one.id}/send-message`, say('second'));
    expect(await waitForAnswer(one, 2)).toContain('You said: second');
  });

  it('uses the model that was chosen, and the key that was corrected, before the resume', async () => {
    const { sandboxId } = conversation;
    await owner.api.post(`/api/v1/sandboxes/${sandboxId}/pause`);

    expect((await switchTo('slow')).body).toEqual({ success: true });
    expect(await viewOf(conversation.id)).toMatchObject({ llm_model: 'openai/slow', sandbox_status: 'PAUSED' });

    await waitForSandbox(owner.api, sandboxId, 'PAUSED');
    await owner.api.post(`/api/v1/sandboxes/${sandboxId}/resume`);
    await waitForSandbox(owner.api, sandboxId, 'RUNNING');
    const again = await talkable(owner.api, conversation.id);
    await eventually('the agent has the model', async () => {
      const { llm } = await agentOf(again);
      return llm.model === 'openai/slow';
    });
    // This client's message to the agent itself can arrive before the corrected key.
    await askAgent(await talkable(owner.api, refused.id), '/events', 'third');
    await runEnds(refused.id, 'finished');
  });

  it('can be a stored agent profile', async () => {
    const profile = { agent_kind: 'openhands', llm_profile_ref: 'fast', system_message_suffix: 'Review the code.' };
    await owner.bearer.post('/api/agent-profiles/reviewer', profile);
    const { body: list } = await owner.bearer.get('/api/agent-profiles');
    const [{ id }] = list.profiles;

    const created = await owner.api.post(conversations, { agent_profile_id: id, sandbox_id: conversation.sandboxId });
    await waitForTask(owner.api, created.body.id, 'READY');

    const started = await reached(owner.api, created.body.conversation_id);
    expect(await agentOf(started)).toMatchObject({
      llm: { model: 'openai/fast' },
      agent_context: { system_message_suffix: 'Review the code.', load_memory: true },
    });
    expect(await viewOf(started.id)).toMatchObject({ launched_agent_profile: { agent_profile_id: id, revision: 0 } });
    for (const [who, other] of [
      [owner, '5b8f0f0e-0000-4000-8000-000000000000'],
      [stranger, id],
    ] as const) {
      const refused = await who.api.post(conversations, { agent_profile_id: other });
      expect(badFields(refused)).toEqual(['body.agent_profile_id']);
    }
  });

  it('can be an ACP agent, or the start ends with the reason', async () => {
    const created = await owner.api.post(conversations, { agent_kind: 'acp', sandbox_id: conversation.sandboxId });

    const task = await waitForTask(owner.api, created.body.id, 'ERROR');

    expect(task.detail).toContain('this agent server runs no ACP agents');
    const plan = await owner.api.post(conversations, { agent_kind: 'acp', agent_type: 'plan' });
    expect(badFields(plan)).toEqual(['body.agent_kind']);
  });

  it.each([settings, '/api/settings'])('keeps the model and its key when its kind changes through %s', async (path) => {
    const set = (agent_kind: string) => owner.api.post(path, { agent_settings_diff: { agent_kind } });
    await set('acp');
    expect((await owner.api.get(path)).body.agent_settings).toMatchObject({ agent_kind: 'acp' });
    await set('openhands');

    expect((await owner.api.get(path)).body).toMatchObject({
      llm_model: 'openai/mine',
      llm_api_key_set: true,
      agent_settings: { agent_kind: 'openhands', condenser: { max_size: 90 } },
    });
  });
});
