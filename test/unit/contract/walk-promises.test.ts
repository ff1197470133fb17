import { describe, expect, it } from 'vitest';
import { brokenPromises } from '../../contract/promises.ts';

const task = {
  id: '0190a1b2c3d47e5f8a9b0c1d2e3f4a5b',
  status: 'READY',
  detail: null,
  app_conversation_id: '0190a1b2c3d47e5f8a9b0c1d2e3f4a5c',
  agent_server_url: 'https://x',
};
const key = { key: 'acs_1', last4: '1234' };
const deletion = { sandbox_id: 'a', completed_at: null, expires_at: null };
const sandbox = { status: 'RUNNING', exposed_urls: [], session_api_key: 'k' };
const conversation = { sandbox_status: 'RUNNING', conversation_url: 'https://x', session_api_key: 'k' };

describe('the promises that the walk checks in each response', () => {
  it('are kept by valid objects', () => {
    expect(brokenPromises([{ items: [task, key, deletion, sandbox, conversation] }])).toEqual([]);
  });

  it.each<[string, object]>([
    ['a URL and a session key together', { ...conversation, session_api_key: null }],
    ['while its sandbox runs', { ...conversation, sandbox_status: 'PAUSED' }],
    ['a running sandbox has URLs', { ...sandbox, exposed_urls: null }],
    ['no other has URLs or a key', { ...sandbox, status: 'PAUSED', exposed_urls: null }],
    ['READY names its conversation', { ...task, agent_server_url: null }],
    ['failed has a detail', { ...task, status: 'ERROR', app_conversation_id: null, detail: ' ' }],
    ['expires once all is deleted', { ...deletion, completed_at: '2026-01-01' }],
    ['masks its secrets', { request: { secrets: { A: 'value' } } }],
    ['keys of models are masked', { llm_api_key: 'sk-1' }],
    ['token counts', { accumulated_token_usage: { prompt_tokens: 1 } }],
    ['32 hex characters', { ...task, id: '0190a1b2-c3d4' }],
    ['part of a path', { conversation_id: 'a/b' }],
    ['begin with acs_', { ...key, key: 'sk_1' }],
    ['Standard Webhooks', { events: [], secret: 'whsec_x' }],
    ['six decimals', { totals: { cost_usd: '1.5' } }],
  ])('%s', (says, broken) => {
    expect(brokenPromises({ items: [broken] })).toEqual([expect.stringContaining(says)]);
  });
});
