import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anonymous, newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';

/** The official client, for the current revision of the protocol or an older one. */
async function connected(apiKey: string, revision: 'current' | 'older' = 'older'): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    revision === 'current' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  const requestInit = { headers: { Authorization: `Bearer ${apiKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service().baseUrl}/mcp`), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

const textOf = ({ content }: Awaited<ReturnType<Client['callTool']>>) =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');

const [owner, stranger, reader] = await Promise.all([
  newOwner(),
  newOwner(),
  newOwner(['--scopes', 'sandboxes:read', 'usage:read']),
]);

describe('the MCP server', () => {
  it.each(['older', 'current'] as const)('serves the official client with the %s revision', async (revision) => {
    const client = await connected(owner.apiKey, revision);

    const { tools } = await client.listTools();
    const limits = await client.callTool({ name: 'get_limits' });
    const key = await client.callTool({ name: 'get_current_key' });

    expect(client.getServerVersion()).toMatchObject({ name: 'agent-conversation-service' });
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['start_conversation', 'pause_sandbox']));
    expect(limits.structuredContent).toMatchObject({ sandboxes: { owner: expect.any(Object) } });
    expect(JSON.parse(textOf(key))).toMatchObject({ id: owner.keyId });
  });

  it('starts one sandbox for a repeated call, without its key, and deletes it; strangers find none', async () => {
    const [client, other] = [await connected(owner.apiKey), await connected(stranger.apiKey)];
    const start = { name: 'start_sandbox', arguments: { idempotency_key: crypto.randomUUID() } };

    const [first, second] = [await client.callTool(start), await client.callTool(start)];
    const { id: sandbox_id } = first.structuredContent as { readonly id: string };
    const wait = { sandbox_id, wait: 'RUNNING', timeout: 25 };
    const running = await client.callTool({ name: 'get_sandbox', arguments: wait });
    const foreign = await other.callTool({ name: 'delete_sandbox', arguments: { sandbox_id } });
    const deleted = await client.callTool({ name: 'delete_sandbox', arguments: { sandbox_id } });
    const missing = await client.callTool({ name: 'get_sandbox', arguments: { sandbox_id } });

    expect(second.structuredContent).toMatchObject({ id: sandbox_id });
    expect(running.structuredContent).toMatchObject({ status: 'RUNNING', session_api_key: null });
    expect([foreign.isError, deleted.isError, missing.isError]).toEqual([true, undefined, true]);
    expect(textOf(foreign)).toMatch(/not found \(404 not_found, request /);
    const { body } = await (await newOwnerWithAudit(owner.name)).api.get('/api/v1/audit', { limit: 5 });
    const deletion = body.items.find(({ action }: { action: string }) => action === 'delete-sandbox');
    expect(deletion.request.user_agent).toMatch(/^mcp\/[\w-]{36} \(127\.0\.0\.1\) /);
    expect(body.items.map(({ action }: { action: string }) => action)).not.toContain('call-mcp');
  });

  it('offers a key only the tools that it may use, and no other key anything', async () => {
    const client = await connected(reader.apiKey);
    const { tools } = await client.listTools();
    const refused = await client.callTool({ name: 'start_sandbox' });
    const wrong = await anonymous().send('POST', '/mcp', { body: {}, headers: { Authorization: 'Bearer acs_wrong' } });

    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    expect(refused).toMatchObject({ isError: true });
    expect(textOf(refused)).toMatch(/lacks the scope sandboxes:write.* \(403 insufficient_scope/);
    expectProblem(wrong, 401, 'unauthenticated');
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('closes the call of a client that cancels', async () => {
    const client = await connected(owner.apiKey, 'current');
    const late = new AbortController();
    await expect(client.callTool({ name: 'get_limits' }, { signal: late.signal })).resolves.toBeDefined();
    late.abort();

    const { id: sandbox_id } = (await client.callTool({ name: 'start_sandbox' })).structuredContent as { id: string };
    const waiting = { name: 'get_sandbox', arguments: { sandbox_id, wait: 'PAUSED', timeout: 25 } };
    await expect(client.callTool(waiting, { signal: AbortSignal.timeout(300) })).rejects.toThrow();
    const { isError } = await client.callTool({ name: 'delete_sandbox', arguments: { sandbox_id } });

    expect(isError).toBeUndefined();
  });

  it('has no session to read or to end', async () => {
    expectProblem(await owner.bearer.get('/mcp'), 405, 'method_not_allowed');
    expectProblem(await owner.bearer.delete('/mcp'), 405, 'method_not_allowed');
  });
});

function newOwnerWithAudit(name: string) {
  return newOwner(['--scopes', 'audit:read'], name);
}
