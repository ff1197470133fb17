import { describe, expect, it } from 'vitest';
import {
  agentDraftOf,
  agentErrorsOf,
  agentRequestOf,
} from '../../../../../console/src/pages/settings/agents/agent-draft.ts';
import { AgentProfileInput } from '../../../../../shared/contract/shapes/agent-profile.ts';

const fresh = agentDraftOf({});

/** As the service shows one. */
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

describe('the form of an agent', () => {
  it.each([
    [
      { model: 'fast', instructions: ' ' },
      { llm_profile_ref: 'fast', system_message_suffix: null },
    ],
    [
      { kind: 'acp', program: 'custom', command: 'npx agent', programArguments: '-v\n\n--fast' },
      { agent_kind: 'acp', acp_server: 'custom', acp_command: 'npx agent', acp_args: ['-v', '--fast'] },
    ],
  ] as const)('makes a new one that the service takes: %j', (draft, request) => {
    const made = agentRequestOf({}, { ...fresh, ...draft });
    expect(made).toMatchObject(request);
    expect(AgentProfileInput.safeParse(made).error).toBeUndefined();
  });

  it('sends back what it does not show, and changes what was changed', () => {
    const draft = agentDraftOf(stored);
    expect(agentRequestOf(stored, draft)).toEqual(stored);
    const changed = agentRequestOf(stored, { ...draft, condenses: false, secrets: null });
    expect(changed).toEqual({ ...stored, condenser: { enabled: false, max_size: 80 }, secret_refs: null });
  });

  it('leaves the fields of the other kind when the kind changes', () => {
    const program = agentRequestOf(stored, { ...agentDraftOf(stored), kind: 'acp' });
    expect(program).toMatchObject({ agent_kind: 'acp', acp_server: 'claude-code', secret_refs: ['NPM_TOKEN'] });
    expect(AgentProfileInput.safeParse(program).error).toBeUndefined();
  });

  it('keeps masks of secret texts, which stand for what is stored', () => {
    const masked = { agent_kind: 'acp', acp_command: ['npx', '**********'], acp_args: ['**********'] };
    const draft = { ...agentDraftOf(masked), programArguments: '**********\n-v' };
    expect(agentRequestOf(masked, draft)).toMatchObject({
      acp_command: ['npx', '**********'],
      acp_args: ['**********', '-v'],
    });
  });

  it('has the messages of the service beside its fields', () => {
    expect(agentErrorsOf({ llm_profile_ref: 'required', 'acp_args.0': 'too long' })).toEqual({
      model: 'required',
      programArguments: 'too long',
    });
  });
});
