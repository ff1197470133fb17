import { beforeAll, describe, expect, it } from 'vitest';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { newMember } from '../../support/service/members.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { type StartedSandbox, startSandbox } from '../../support/service/sandboxes.ts';
import { SlowWay } from '../../support/service/slow-way.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';

/** Requests as the edge sends them when it has no entry for a name. */
describe.runIf(stateDirectory !== null)('the slow way of a lasting address', () => {
  let owner: Owner;
  let sandbox: StartedSandbox;
  let edge: SlowWay;

  const knock = (headers: Record<string, string> = {}, method = 'GET') => edge.knock(headers, method);
  const read = async () => (await owner.api.get(`/api/v1/sandboxes/${sandbox.id}`)).body;

  beforeAll(async () => {
    owner = await newOwner();
    sandbox = await startSandbox(owner.api);
    edge = await SlowWay.to(sandbox.id, state);
  });

  it('refuses who calls the API instead of the edge, and invents an address', async () => {
    const { status, body } = await knock({ 'X-Sandbox-Viewer': '203.0.113.99' });

    expect([status, body.code]).toEqual([403, 'sandbox_address_invalid']);
  });

  it('asks for another try while the sandbox runs', async () => {
    const { status, headers, body } = await knock({}, 'POST');

    expect([status, headers.get('retry-after'), body.code]).toEqual([503, '1', 'unavailable']);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('says that a paused sandbox is paused, to a program, to a page of another origin and to a person', async () => {
    await owner.api.post(`/api/v1/sandboxes/${sandbox.id}/pause`);
    await waitForSandbox(owner.api, sandbox.id, 'PAUSED');

    const program = await knock();
    const preflight = await knock({ 'Access-Control-Request-Headers': 'x-session-api-key' }, 'OPTIONS');
    const person = await knock({ Accept: 'text/html' });

    expect([program.status, program.body.code]).toEqual([409, 'sandbox_paused']);
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'x-session-api-key',
    ]);
    expect([person.status, person.headers.get('content-type')]).toEqual([409, 'text/html; charset=utf-8']);
    expect(person.text).toContain('This sandbox is paused');
    expect((await read()).status).toBe('PAUSED');
  });

  it('stays paused for an API key of another owner', async () => {
    const stranger = await newOwner();

    const { status, body } = await knock({ Authorization: `Bearer ${stranger.apiKey}` });

    expect([status, body.code]).toEqual([409, 'sandbox_paused']);
  });

  it('resumes the sandbox for its session key from before the pause, and records it', async () => {
    const { status, headers, body } = await knock({ 'X-Session-API-Key': sandbox.sessionKey });

    expect([status, headers.get('retry-after'), body.code]).toEqual([503, '2', 'sandbox_starting']);
    await waitForSandbox(owner.api, sandbox.id, 'RUNNING');
    const { api: auditor } = await newOwner(['--scopes', 'audit:read'], owner.name);
    const { items } = (await auditor.get('/api/v1/audit', { action: 'sandbox.woken' })).body;
    expect(items).toEqual([
      expect.objectContaining({
        actor: expect.objectContaining({ type: 'address', key_id: null, name: 'session key', user_id: null }),
        resource: { sandbox_id: sandbox.id },
        request: expect.objectContaining({ source_ip: '198.51.100.7' }),
      }),
    ]);
  });

  it.each([
    ['its owner', async () => owner.apiKey],
    ['a member', async () => (await newMember(owner, 'member')).apiKey],
  ])('resumes the sandbox for an API key of %s', async (_, apiKey) => {
    await owner.api.post(`/api/v1/sandboxes/${sandbox.id}/pause`);
    await waitForSandbox(owner.api, sandbox.id, 'PAUSED');

    expect((await knock({ 'X-Session-API-Key': await apiKey() })).body.code).toBe('sandbox_starting');
    await waitForSandbox(owner.api, sandbox.id, 'RUNNING');
  });

  it('is over when the sandbox is deleted, and refuses a name that the service did not sign', async () => {
    await owner.api.delete(`/api/v1/sandboxes/${sandbox.id}`);

    expect((await knock()).body).toMatchObject({ status: 410, code: 'gone' });
    expect((await edge.forged().knock()).body).toMatchObject({ status: 403, code: 'sandbox_address_invalid' });
  });
});
