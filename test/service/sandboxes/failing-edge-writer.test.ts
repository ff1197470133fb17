import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Admin } from '../../support/service/admin.ts';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { Faults } from '../../support/service/faults.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { runningSandbox, startSandbox } from '../../support/service/sandboxes.ts';
import { SlowWay } from '../../support/service/slow-way.ts';

const { stateDirectory } = service();
const faults = new Faults(stateDirectory ?? '');

/** The API of the edge's store fails, so nothing is written there. */
describe.runIf(stateDirectory !== null)('while the edge cannot be written', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await newOwner();
  });
  afterEach(() => faults.clear());

  const fail = () =>
    faults.add({
      service: 'cloudfront-keyvaluestore',
      kind: 'error',
      function: 'write-edge-entries',
      times: 1_000_000,
    });

  /** Only an agent that has its keys accepts its session key. */
  const statusOf = async (url: string, sessionKey: string) => {
    const response = await fetch(`${url}/api/conversations/search`, { headers: { 'X-Session-API-Key': sessionKey } });
    return response.status;
  };

  it('a sandbox is paused and resumed, its agent has its keys, and its name follows once the edge is written', async () => {
    const admin = await Admin.of(stateDirectory ?? '');
    const { id, sessionKey, agentUrl } = await startSandbox(owner.api);
    expect(await statusOf(agentUrl, sessionKey)).toBe(200);
    await fail();

    await owner.api.post(`/api/v1/sandboxes/${id}/pause`);
    await waitForSandbox(owner.api, id, 'PAUSED');
    await owner.api.post(`/api/v1/sandboxes/${id}/resume`);
    expect(await runningSandbox(owner.api, id)).toEqual({ id, sessionKey, agentUrl });

    // The URL that the service uses needs no entry. The name still leads to the earlier address.
    const { agent_url: own } = await admin.sandbox(id);
    expect(await statusOf(own ?? '', sessionKey)).toBe(200);
    expect(await statusOf(own ?? '', 'another key')).toBe(401);
    expect(await statusOf(agentUrl, sessionKey)).toBe(502);

    await faults.clear();
    await eventually('the name leads to the agent', async () => (await statusOf(agentUrl, sessionKey)) === 200);
  });

  it('a new sandbox starts, and its address redirects to one that needs no entry', async () => {
    await fail();
    const { id, sessionKey } = await startSandbox(owner.api);
    const edge = await SlowWay.to(id, stateDirectory ?? '');

    const knock = async () => {
      const { status, headers } = await edge.knock();
      return status === 307 ? (headers.get('location') ?? undefined) : undefined;
    };
    const url = await eventually('the slow way knows that the entry is late', knock);

    expect(url).not.toContain(edge.name);
    expect(await statusOf(url, sessionKey)).toBe(200);
  });
});
