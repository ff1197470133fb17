import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DerivedIngressKeys } from '../../../shared/domain/sandboxes/ingress/ingress-keys.ts';
import { slotOf, writeName } from '../../../shared/domain/sandboxes/ingress/name.ts';
import { Admin } from '../../support/service/admin.ts';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { Faults } from '../../support/service/faults.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { runningSandbox, startSandbox } from '../../support/service/sandboxes.ts';

const { stateDirectory, baseUrl } = service();
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

  it('a sandbox is paused and resumed, and its agent has its keys', async () => {
    const { id, sessionKey, agentUrl } = await startSandbox(owner.api);
    const accepted = await statusOf(agentUrl, sessionKey);
    await fail();

    await owner.api.post(`/api/v1/sandboxes/${id}/pause`);
    await waitForSandbox(owner.api, id, 'PAUSED');
    await owner.api.post(`/api/v1/sandboxes/${id}/resume`);
    const resumed = await runningSandbox(owner.api, id);

    expect(resumed).toEqual({ id, sessionKey, agentUrl });
    expect([accepted, await statusOf(agentUrl, sessionKey)]).toEqual([200, 200]);
    expect(await statusOf(agentUrl, 'another key')).toBe(401);
  });

  it('a new sandbox starts, and its address redirects to one that needs no entry', async () => {
    await fail();
    const { id, sessionKey } = await startSandbox(owner.api);
    const admin = await Admin.of(stateDirectory ?? '');
    const { address_id: addressId, ports } = await admin.sandbox(id);
    const names = new DerivedIngressKeys({ secret: () => admin.masterSecret() }, () => new Date());
    const { number: keyNumber, key } = await names.forNames();
    const port = ports.find(({ name }) => name === 'AGENT_SERVER')?.port ?? 0;
    const name = writeName({ keyNumber, addressId, port, slot: slotOf('AGENT_SERVER') }, key);

    const knock = async () => {
      const headers = { 'X-Sandbox-Uri': `/${name}`, 'X-Sandbox-Viewer': '198.51.100.7' };
      const response = await fetch(`${baseUrl}/edge/${name}`, { headers, redirect: 'manual' });
      return response.status === 307 ? (response.headers.get('location') ?? undefined) : undefined;
    };
    const url = await eventually('the slow way knows that the entry is late', knock);

    expect(url).not.toContain(name);
    expect(await statusOf(url, sessionKey)).toBe(200);
  });
});
