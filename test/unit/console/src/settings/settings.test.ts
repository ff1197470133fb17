import { describe, expect, it } from 'vitest';
import {
  agentDraftOf,
  agentErrorsOf,
  agentRequestOf,
  programs,
} from '../../../../../console/src/pages/settings/agents/agent-draft.ts';
import {
  editsOf,
  isDirect,
  type ModelDraft,
  updateOf,
} from '../../../../../console/src/pages/settings/model/model-draft.ts';
import { AgentProfileInput } from '../../../../../shared/contract/shapes/agent-sections.ts';
import { agentSettingsForm } from '../../../../../shared/contract/shapes/agent-settings-form.ts';

const fresh = agentDraftOf({});

const stored = {
  agent_kind: 'openhands',
  llm_profile_ref: 'fast',
  system_message_suffix: 'Be brief.',
  condenser: { enabled: true, max_size: 80 },
  tools: [{ name: 'terminal' }],
  secret_refs: ['NPM_TOKEN'],
  mcp_server_refs: null,
  id: 'id',
  name: 'reviewer',
  revision: 3,
};

describe('agent profile form', () => {
  it.each([
    [
      { model: 'fast', instructions: ' ' },
      { llm_profile_ref: 'fast', system_message_suffix: null },
    ],
    [
      { kind: 'acp', program: 'custom', command: 'npx agent', programArguments: '-v\n\n--fast' },
      { agent_kind: 'acp', acp_server: 'custom', acp_command: 'npx agent', acp_args: ['-v', '--fast'] },
    ],
  ] as const)('a new agent is accepted by the service: %j', (draft, request) => {
    const made = agentRequestOf({}, { ...fresh, ...draft });
    expect(made).toMatchObject(request);
    expect(AgentProfileInput.safeParse(made).error).toBeUndefined();
  });

  it('hidden fields are sent back unchanged', () => {
    const draft = agentDraftOf(stored);
    expect(agentRequestOf(stored, draft)).toEqual(stored);
    const changed = agentRequestOf(stored, { ...draft, condenses: false, secrets: null });
    expect(changed).toEqual({ ...stored, condenser: { enabled: false, max_size: 80 }, secret_refs: null });
  });

  it('a change of the kind drops the fields of the other kind', () => {
    const program = agentRequestOf(stored, { ...agentDraftOf(stored), kind: 'acp' });
    expect(program).toMatchObject({ agent_kind: 'acp', acp_server: 'claude-code', secret_refs: ['NPM_TOKEN'] });
    expect(AgentProfileInput.safeParse(program).error).toBeUndefined();
  });

  it('masks of secret texts are sent back unchanged', () => {
    const masked = { agent_kind: 'acp', acp_command: ['npx', '**********'], acp_args: ['**********'] };
    const draft = { ...agentDraftOf(masked), programArguments: '**********\n-v' };
    expect(agentRequestOf(masked, draft)).toMatchObject({
      acp_command: ['npx', '**********'],
      acp_args: ['**********', '-v'],
    });
  });

  it('errors of the service are shown at their fields', () => {
    expect(agentErrorsOf({ llm_profile_ref: 'required', 'acp_args.0': 'too long' })).toEqual({
      model: 'required',
      programArguments: 'too long',
    });
  });
});

const storedModel: ModelDraft = {
  model: 'anthropic/claude-sonnet-4-5',
  baseUrl: '',
  apiKey: '',
  isDirect: false,
  maxIterations: '500',
  confirms: false,
  analyzer: 'llm',
  condenses: true,
  condenserSize: '240',
};

const requestOf = (changes: Partial<ModelDraft>) => updateOf(editsOf(storedModel, { ...storedModel, ...changes }));

describe('model settings form', () => {
  it('only changed fields are sent', () => {
    expect(requestOf({})).toEqual({});
    expect(requestOf({ model: ' openai/gpt-5 ' })).toEqual({ agent_settings_diff: { llm: { model: 'openai/gpt-5' } } });
    expect(requestOf({ apiKey: 'sk-1', condenserSize: '80', confirms: true })).toEqual({
      agent_settings_diff: { llm: { api_key: 'sk-1' }, condenser: { max_size: 80 } },
      conversation_settings_diff: { confirmation_mode: true },
    });
  });

  it('agents can be let call the provider themselves', () => {
    expect(requestOf({ isDirect: true })).toEqual({ agent_settings_diff: { llm: { direct: true } } });
    expect(isDirect({ agent_settings: { llm: { direct: true } } })).toBe(true);
    for (const llm of [undefined, null, [], {}, { direct: 'yes' }, { direct: false }])
      expect(isDirect({ agent_settings: { llm } })).toBe(false);
  });

  it('an emptied field is removed', () => {
    expect(requestOf({ model: '', maxIterations: '' })).toEqual({
      agent_settings_diff: { llm: { model: null } },
      conversation_settings_diff: { max_iterations: null },
    });
  });

  it('a reverted change is not sent', () => {
    expect(requestOf({ condenses: false })).toEqual({ agent_settings_diff: { condenser: { enabled: false } } });
    expect(requestOf({ condenses: true })).toEqual({});
  });
});

it('the console offers the agent programs of the service', () => {
  const fields = agentSettingsForm.sections.flatMap((section) => section.fields);
  const offered = fields.find(({ key }) => key === 'acp_server')?.choices.map(({ value }) => value);

  expect(Object.keys(programs)).toEqual(offered);
});
