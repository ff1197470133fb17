import { beforeEach, describe, expect, it } from 'vitest';
import { type Endpoint, isStreamed, type WholeEndpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../shared/contract/index.ts';
import { noLimits } from '../../../shared/contract/shapes/limits.ts';
import { scopes } from '../../../shared/contract/shapes/scopes.ts';
import { pricesOf } from '../../../shared/domain/billing/usage/prices.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import type { Operation } from '../../../shared/http/operation/operation.ts';
import { allRights } from '../../../shared/rights/index.ts';
import type { Statement } from '../../../shared/rights/statement.ts';
import { useConversationScene } from '../../support/conversations/record/conversation-scene.ts';
import { invoke, invokeStreamed } from '../../support/http/invoke.ts';

const readOnly = scopes.filter((scope) => scope.endsWith(':read'));
const rights: Readonly<Record<string, Statement>> = allRights;
const all: readonly Endpoint[] = endpoints;

/** Other functions cannot derive a session key. test/service/http/tenancy.test.ts calls all of them. */
const reads = all.filter(
  ({ id, access, method, scope }) =>
    access === 'key' &&
    method === 'GET' &&
    (scope === 'any' || readOnly.some((held) => held === scope)) &&
    rights[id]?.masterSecret !== undefined,
);

const { agent, deps, addIn, running } = await useConversationScene();
// Agents that fail repeat the headers of the request.
beforeEach(() => {
  agent.reply = ({ headers }) => ({ status: 500, body: { detail: JSON.stringify(headers) } });
});

/** The forms of a sandbox's URLs: each port with its own host behind an edge, or the address of the task. */
const forms = {
  host: (port: number) => `https://${String(port).repeat(12)}.sandboxes.example.com`,
  direct: (port: number) => `http://203.0.113.7:${port}`,
};

const queries: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>> = {
  'get-git-changes': { path: '/workspace' },
  'get-git-diff': { path: '/workspace/x' },
  'get-diff': { path: 'x' },
  'select-file': { file: 'x' },
  'get-remember-prompt': { event_id: '1' },
};

/** What the overview needs besides the dependencies of conversations: an owner without usage. */
const ofOverview = {
  ledger: { intervals: async () => [] },
  calls: { of: async () => [] },
  prices: pricesOf('us-east-1'),
  accounts: {
    account: async () => ({
      limits: noLimits,
      active: 1,
      activeByLineage: new Map(),
      cpuUnits: 1024,
      cpuUnitsByLineage: new Map(),
      settled: null,
    }),
  },
  startTasks: { newest: async () => ({ items: [], next: null }) },
};

async function answerOf(
  endpoint: Endpoint,
  held: readonly (typeof scopes)[number][],
  form: keyof typeof forms,
  wake: Sandbox['wake'] = {},
) {
  const vscode = { name: 'VSCODE', port: 8001, url: `${forms[form](8001)}/?folder=%2Fworkspace` } as const;
  const sandbox = running();
  const exposed_urls = [...(sandbox.exposed_urls ?? []), vscode];
  const { conversation_id } = await addIn({ ...sandbox, exposed_urls, wake });
  const { area, id } = endpoint;
  const exports: Readonly<Record<string, Operation<WholeEndpoint, unknown>>> = await import(
    `../../../functions/${area}/${id}.ts`
  );
  const operation = Object.values(exports).find((exported) => exported.endpoint?.id === id);
  if (!operation) throw new Error(`${id} exports no operation`);
  const request = {
    params: { conversation_id, sandbox_id: sandbox.sandbox_id },
    query: { ...queries[id], ...(id.startsWith('batch-get') ? { id: [sandbox.sandbox_id] } : {}) },
    caller: { scopes: held },
  };
  const answer = await (isStreamed(endpoint) ? invokeStreamed : invoke)(
    operation,
    { ...ofOverview, ...deps() },
    request,
  );
  const text = `${answer.text} ${JSON.stringify(answer.headers)}`;
  return { text, key: await deps().keys.sessionKey(sandbox), urls: exposed_urls.map(({ url }) => new URL(url).origin) };
}

describe.each(Object.keys(forms) as (keyof typeof forms)[])('session keys, with URLs in the %s form', (form) => {
  it.each(reads.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s shows none to a key that can only read',
    async (_, endpoint) => {
      const { text, key } = await answerOf(endpoint, readOnly, form);

      expect(text).not.toContain(key);
      expect(text).not.toContain('tkn=');
      expect(text).not.toContain('validation_failed');
    },
  );

  it('are shown by the same endpoints to a key that can change sandboxes', async () => {
    const shown: string[] = [];
    for (const endpoint of reads) {
      const { text, key } = await answerOf(endpoint, [...readOnly, 'sandboxes:write'], form);
      if (text.includes(key)) shown.push(endpoint.id);
    }

    expect(shown.toSorted()).toEqual([
      'batch-get-sandboxes',
      'get-app-conversation',
      'get-conversation',
      'get-sandbox',
      'list-app-conversations',
      'list-conversations',
      'search-app-conversations',
      'search-sandboxes',
    ]);
  });
});

/** At such a port every request resumes the sandbox, so its URL is a secret. */
describe('URLs of ports whose wake is link', () => {
  const wake = { AGENT_SERVER: 'link', VSCODE: 'link' } as const;
  const shownBy = async (endpoint: Endpoint, held: readonly (typeof scopes)[number][], policies: Sandbox['wake']) => {
    const { text, urls } = await answerOf(endpoint, held, 'host', policies);
    return urls.filter((url) => text.includes(url));
  };

  it.each(reads.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s shows none to a key that can only read',
    async (_, endpoint) => {
      expect(await shownBy(endpoint, readOnly, wake)).toEqual([]);
    },
  );

  it('are shown to a key that can change sandboxes, and others to both', async () => {
    const get = reads.find(({ id }) => id === 'get-sandbox');
    if (!get) throw new Error('get-sandbox derives no keys');

    expect(await shownBy(get, [...readOnly, 'sandboxes:write'], wake)).toHaveLength(2);
    expect(await shownBy(get, readOnly, {})).toHaveLength(2);
    expect(await shownBy(get, readOnly, { VSCODE: 'link' })).toHaveLength(1);
  });
});
