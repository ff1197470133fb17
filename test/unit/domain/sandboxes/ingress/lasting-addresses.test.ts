import { describe, expect, it } from 'vitest';
import { DirectIngress } from '../../../../../shared/domain/sandboxes/ingress/direct-ingress.ts';
import { EdgeIngress } from '../../../../../shared/domain/sandboxes/ingress/edge-ingress.ts';
import type { Addresses } from '../../../../../shared/domain/sandboxes/ingress/ingress.ts';
import { labelIn } from '../../../../../shared/domain/sandboxes/ingress/label.ts';
import { nameIn, writeName } from '../../../../../shared/domain/sandboxes/ingress/name.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { aRunningSandbox, aTask } from '../../../../support/sandboxes/sandbox-data.ts';

const onHost = 'https://{label}.sandboxes.example.com';
const onPath = 'https://d111111abcdef8.cloudfront.net/{label}';
const nameKey = { number: 7, key: 'signs names' };

interface Settings {
  readonly addressTemplate?: string;
  readonly address?: string;
  readonly lasting?: boolean;
  readonly labelKey?: { readonly number: number; readonly key: string };
}

function ingressWith(settings: Settings = {}): EdgeIngress {
  const { addressTemplate = onHost, address = '3.208.1.2', lasting = true } = settings;
  const labelKey = settings.labelKey ?? { number: 1, key: 'signs labels' };
  const keys = { current: async () => labelKey, forNames: async () => nameKey };
  return new EdgeIngress({ addresses: { of: async () => address }, keys, addressTemplate, lasting });
}

const sandbox = aRunningSandbox({ generation: 3, deadline_at: '2026-11-22T12:00:00.000Z' });

async function addressesBy(settings: Settings = {}, row = sandbox, task = aTask()): Promise<Addresses> {
  const addresses = await ingressWith(settings).addresses(row, task);
  if (!addresses) throw new Error('the task has no address');
  return addresses;
}

const rowOf = ({ agentUrl, exposedUrls, publicAddress }: Addresses): Sandbox => ({
  ...sandbox,
  agent_url: agentUrl,
  exposed_urls: [...exposedUrls],
  public_address: publicAddress,
});

const renewedBy = async (settings: Settings, row: Sandbox) => (await ingressWith(settings).renewal())(row);

const bindings = [{ bindIp: '127.0.0.1', containerPort: 8000, hostPort: 12_345 }];

describe('lasting addresses', () => {
  it('name the sandbox, port and slot, signed by the key of names', async () => {
    const { exposedUrls } = await addressesBy();

    const common = { keyNumber: 7, addressId: sandbox.address_id };
    const agent = writeName({ ...common, port: 8000, slot: 0 }, 'signs names');
    const code = writeName({ ...common, port: 8001, slot: 1 }, 'signs names');
    expect(exposedUrls).toEqual([
      { name: 'AGENT_SERVER', port: 8000, url: `https://${agent}.sandboxes.example.com` },
      { name: 'VSCODE', port: 8001, url: `https://${code}.sandboxes.example.com/?folder=%2Fworkspace%2Fproject` },
    ]);
  });

  it('are the same for each generation, task and deadline', async () => {
    const later = { ...sandbox, generation: 9, deadline_at: '2026-12-24T12:00:00.000Z' };

    const { exposedUrls } = await addressesBy({ address: '3.209.9.9' }, later);

    expect(exposedUrls).toEqual((await addressesBy()).exposedUrls);
  });

  it('differ between two sandboxes with the same id, one after the other', async () => {
    const { exposedUrls } = await addressesBy({}, { ...aRunningSandbox(), sandbox_id: sandbox.sandbox_id });

    expect(exposedUrls).not.toEqual((await addressesBy()).exposedUrls);
  });

  it('exist only for the agent server without a domain', async () => {
    const { exposedUrls } = await addressesBy({ addressTemplate: onPath });

    expect(exposedUrls.map(({ name }) => name)).toEqual(['AGENT_SERVER']);
    expect(nameIn(exposedUrls[0]?.url ?? '')).toMatchObject({ addressId: sandbox.address_id });
  });

  it('come with a label for the calls of the service, and the address that their entry must name', async () => {
    const { agentUrl, publicAddress } = await addressesBy();

    expect(labelIn(agentUrl ?? '')).toMatchObject({ address: '3.208.1.2', port: 8000, generation: 3 });
    expect(publicAddress).toBe('3.208.1.2');
  });

  it('are the port of a sandbox that has one, while the service calls its agent by the label', async () => {
    const local = { addressTemplate: 'http://127.0.0.1:3001/{label}' };

    const { agentUrl, exposedUrls, publicAddress } = await addressesBy(local, sandbox, aTask({ bindings }));

    expect(exposedUrls).toEqual([{ name: 'AGENT_SERVER', port: 12_345, url: 'http://127.0.0.1:12345' }]);
    expect(labelIn(agentUrl ?? '')).toMatchObject({ address: '3.208.1.2' });
    expect(publicAddress).toBe('3.208.1.2');
  });
});

describe('renewed lasting addresses', () => {
  it('are the same while nothing has changed', async () => {
    const before = await addressesBy();

    expect(await renewedBy({ address: 'not read' }, rowOf(before))).toEqual(before);
  });

  it('stay when only the key of labels changes', async () => {
    const before = await addressesBy();

    const after = await renewedBy({ labelKey: { number: 2, key: 'the second' } }, rowOf(before));

    expect(after.exposedUrls).toEqual(before.exposedUrls);
    expect(labelIn(after.agentUrl ?? '')).toMatchObject({ keyNumber: 2, address: '3.208.1.2' });
  });

  it('become labels again behind a router', async () => {
    const before = rowOf(await addressesBy());

    expect(await renewedBy({ lasting: false }, before)).toEqual(await addressesBy({ lasting: false }));
  });

  it('become the address of the task without an edge', async () => {
    const direct = new DirectIngress({ of: async () => undefined });

    const { agentUrl, exposedUrls, publicAddress } = (await direct.renewal())(rowOf(await addressesBy()));

    expect(agentUrl).toBe('http://3.208.1.2:8000');
    expect(exposedUrls[0]?.url).toBe(agentUrl);
    expect(publicAddress).toBeNull();
  });

  it('keep the port of a sandbox that has one', async () => {
    const local = { addressTemplate: 'http://127.0.0.1:3001/{label}' };
    const before = await addressesBy(local, sandbox, aTask({ bindings }));

    expect(await renewedBy(local, rowOf(before))).toEqual(before);
  });
});
