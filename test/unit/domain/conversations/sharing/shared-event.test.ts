import { describe, expect, it } from 'vitest';
import { newApiKey } from '../../../../../shared/domain/accounts/keys/api-key.ts';
import {
  type Hidden,
  sharedEvent,
  sharedKinds,
} from '../../../../../shared/domain/conversations/sharing/shared-event.ts';
import { someKeys } from '../../../../support/platform/memory-master-keys.ts';
import { aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const hidden: Hidden = { addresses: ['.sandboxes.example.com'], names: ['0190a1b2c3d47e5f8a9b0c1d2e3f4a5b'] };

const SECRET = 'S3CRET-of-the-owner';

const event = (kind: string, fields: object) => ({ id: 'e1', timestamp: '2026-11-21T12:00:00Z', kind, ...fields });
const shownOf = (kind: string, fields: object) => sharedEvent(event(kind, fields), hidden);

/** A secret in every field of an agent's events that can hold one, at any depth. */
const secretFields = {
  system_prompt: { text: SECRET },
  dynamic_context: { text: SECRET },
  tools: [{ title: SECRET, parameters: { key: SECRET } }],
  key: 'full_state',
  value: { agent: { llm: { api_key: SECRET } }, secret_registry: { secret_sources: { TOKEN: { value: SECRET } } } },
  session_api_key: SECRET,
  conversation_url: SECRET,
  environment: { TOKEN: SECRET },
  hook_command: SECRET,
  stdout: SECRET,
  detail: SECRET,
  log_data: SECRET,
  activated_skills: [SECRET],
  extended_content: [{ type: 'text', text: SECRET }],
  llm_response_id: SECRET,
  sender: SECRET,
  tool_call: { name: 'terminal', arguments: SECRET },
  llm_metadata: { url: SECRET },
  critic_result: SECRET,
  thinking_blocks: [{ type: 'thinking', thinking: 'thought', signature: SECRET }],
  llm_message: { role: 'system', content: [{ type: 'text', text: SECRET }], tool_calls: [{ arguments: SECRET }] },
  observation: {
    kind: 'TerminalObservation',
    metadata: { exit_code: 0, hostname: SECRET, username: SECRET, prefix: SECRET },
    env: { A: SECRET },
    content: [{ type: 'text', text: `export API_TOKEN=${SECRET}` }],
  },
  action: {
    kind: 'TerminalAction',
    command: `curl -H "Authorization: Bearer ${SECRET}" https://ann:${SECRET}@host/x?token=${SECRET}`,
    api_key: SECRET,
    headers: { 'X-Anything': SECRET },
    data: { clientSecret: SECRET, nested: [{ PASSWORD: SECRET, private_key: SECRET }] },
  },
  raw_input: { env: { A: SECRET }, secrets: [SECRET], accessToken: SECRET },
  raw_output: { stdout: `password: ${SECRET}` },
  content: [{ type: 'content', content: { type: 'text', text: `TOKEN="${SECRET}"` } }],
};

const kinds = [
  ...sharedKinds,
  ...['SystemPromptEvent', 'ConversationStateUpdateEvent', 'LLMCompletionLogEvent', 'HookExecutionEvent'],
  ...['ServerErrorEvent', 'CondensationRequest', 'TokenEvent', 'StreamingDeltaEvent', 'SomethingNew', '__proto__'],
];

describe('events as visitors see them', () => {
  it.each(kinds)('of the kind %s have no secret of any place', (kind) => {
    expect(JSON.stringify(shownOf(kind, secretFields)) ?? '').not.toContain(SECRET);
  });

  it('leave out state, instructions, logs and unknown kinds altogether', () => {
    const shown = kinds.filter((kind) => shownOf(kind, {}) !== undefined);

    expect(shown).toEqual(sharedKinds);
  });

  it('keep what people and the agent said and did', () => {
    const said = { source: 'user', llm_message: { role: 'user', content: [{ type: 'text', text: 'Hi' }] } };
    const acted = {
      source: 'agent',
      tool_name: 'terminal',
      tool_call_id: 'c',
      thought: [{ type: 'text', text: 'Look' }],
      action: { kind: 'TerminalAction', command: 'ls' },
    };

    expect(shownOf('MessageEvent', said)).toMatchObject(said);
    expect(shownOf('ActionEvent', acted)).toMatchObject(acted);
    expect(shownOf('ObservationEvent', { observation: { metadata: { exit_code: 1 }, content: 'x' } })).toMatchObject({
      observation: { metadata: { exit_code: 1 }, content: 'x' },
    });
  });

  it('have pictures that are in them, and none of a host, which would learn who reads', () => {
    const image_urls = ['data:image/png;base64,AAAA', 'https://tracker.example.com/pixel.png', 'upload:1'];
    const content = [{ type: 'image', image_urls }];
    const shown = [
      shownOf('MessageEvent', { source: 'user', llm_message: { role: 'user', content } }),
      shownOf('ObservationEvent', { observation: { content } }),
    ];

    expect(JSON.stringify(shown).match(/data:image|tracker|upload/g)).toEqual(['data:image', 'data:image']);
  });

  it('mask secrets behind what only begins like a picture', () => {
    const text = `data:image/png;base64,AAAA\nAPI_TOKEN=${SECRET}`;
    const content = [{ type: 'text', text, image_urls: [text] }];
    const shown = [
      shownOf('ObservationEvent', { observation: { content } }),
      shownOf('AgentErrorEvent', { error: text }),
    ];

    expect(JSON.stringify(shown)).not.toContain(SECRET);
  });

  it('keep the place of what the system told the agent, without its text', () => {
    const told = {
      source: 'environment',
      llm_message: { role: 'user', content: [{ type: 'text', text: 'Secretly' }] },
    };

    expect(shownOf('MessageEvent', told)).toMatchObject({ id: 'e1', llm_message: { role: 'user', content: [] } });
  });

  it('mask keys of this service and of others, addresses of the sandbox and names of the conversation', async () => {
    const sessionKey = await someKeys().sessionKey(aRunningSandbox());
    const texts = [
      newApiKey().text,
      sessionKey,
      `acs-model.${'a'.repeat(1_500)}.${'b'.repeat(43)}`,
      `whsec_${'a'.repeat(32)}`,
      `ghp_${'a'.repeat(36)}`,
      `github_pat_${'a'.repeat(40)}`,
      `glpat-${'a'.repeat(20)}`,
      `sk-ant-${'a'.repeat(30)}`,
      'AKIAABCDEFGHIJKLMNOP',
      'ASIAABCDEFGHIJKLMNOP',
      `AIza${'a'.repeat(35)}`,
      `xai-${'a'.repeat(20)}`,
      `hf_${'a'.repeat(34)}`,
      `npm_${'a'.repeat(36)}`,
      `pypi-${'a'.repeat(20)}`,
      `xoxb-${'1'.repeat(12)}-abc`,
      `sk_live_${'a'.repeat(24)}`,
      `glrt-${'a'.repeat(20)}`,
      `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(600)}.${'c'.repeat(342)}`,
      '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----',
      'https://abc.sandboxes.example.com/private?tkn=1',
      'abc.sandboxes.example.com:443',
      hidden.names[0] ?? '',
    ];
    for (const text of texts) {
      const shown = shownOf('AgentErrorEvent', { error: `before ${text} after` });
      expect(JSON.stringify(shown)).not.toContain(text);
      expect(String(shown?.error)).toMatch(/^before .*\*{10}.* after$/s);
    }
  });

  it.each([
    ['an aligned file of settings', (secret: string) => `aws_secret_access_key      = ${secret}`],
    ['JSON within a text within JSON', (secret: string) => `{"body":"{\\"token\\": \\"${secret}\\"}"}`],
    ['an argument of a command', (secret: string) => `deploy --auth-token ${secret} --verbose`],
    ['a cookie', (secret: string) => `curl -v -H 'Cookie: session=1; id=${secret}' https://host/`],
    ['a short name of a password', (secret: string) => `PASSWD=${secret}`],
  ])('mask a secret in %s', (_, text) => {
    const shown = shownOf('AgentErrorEvent', { error: text(SECRET) });

    expect(JSON.stringify(shown)).not.toContain(SECRET);
  });

  it('are cleaned in time that grows with their length', () => {
    const hostile = [
      'a.'.repeat(200_000),
      'token='.repeat(100_000),
      `https://${'a'.repeat(500_000)}`,
      '-'.repeat(500_000),
      'eyJ-'.repeat(100_000),
      '--token '.repeat(100_000),
      'key = '.repeat(100_000),
    ];

    const started = performance.now();
    for (const text of hostile) shownOf('AgentErrorEvent', { error: text });
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
