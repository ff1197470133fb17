import { EC2Client } from '@aws-sdk/client-ec2';
import { describe, expect, it } from 'vitest';
import { DirectIngress } from '../../../../../shared/domain/sandboxes/ingress/direct-ingress.ts';
import { EdgeIngress } from '../../../../../shared/domain/sandboxes/ingress/edge-ingress.ts';
import { LABEL_LENGTH, readLabel, writeLabel } from '../../../../../shared/domain/sandboxes/ingress/label.ts';
import { Ec2PublicAddresses } from '../../../../../shared/domain/sandboxes/ingress/public-addresses.ts';
import type { ExposedUrl } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { useHttpAgent } from '../../../../support/http/http-agent.ts';
import { aRunningSandbox, aSandbox, aTask } from '../../../../support/sandboxes/sandbox-data.ts';

const ADDRESS = '3.208.1.2';
const onPath = 'https://d111111abcdef8.cloudfront.net/{label}';
const onHost = 'https://{label}.sandboxes.example.com';

interface Settings {
  readonly addressTemplate?: string;
  readonly key?: { readonly number: number; readonly key: string };
  readonly address?: string | undefined;
}

function ingressWith(settings: Settings = {}): EdgeIngress {
  const { addressTemplate = onHost, key = { number: 1, key: 'key' } } = settings;
  const address = 'address' in settings ? settings.address : ADDRESS;
  return new EdgeIngress({
    addresses: { of: async () => address },
    keys: { current: async () => key },
    addressTemplate,
  });
}

const sandbox = aRunningSandbox({ generation: 3, deadline_at: '2026-11-22T12:00:00.000Z' });
const ends = Date.parse('2026-11-22T12:15:00.000Z') / 1000;

function labelIn({ url }: ExposedUrl): string {
  const text = url.match(new RegExp(`[a-z2-7]{${LABEL_LENGTH}}`))?.[0];
  if (!text) throw new Error(`${url} has no label`);
  return text;
}

const labelsIn = (urls: readonly ExposedUrl[] | undefined) => urls?.map((url) => readLabel(labelIn(url)));

describe('URLs through the edge', () => {
  it('have a host of its own for each port', async () => {
    const urls = (await ingressWith().exposedUrls(sandbox, aTask())) ?? [];

    const [agent, code] = urls.map(labelIn);
    expect(urls).toEqual([
      { name: 'AGENT_SERVER', port: 8000, url: `https://${agent}.sandboxes.example.com` },
      { name: 'VSCODE', port: 8001, url: `https://${code}.sandboxes.example.com/?folder=%2Fworkspace%2Fproject` },
    ]);
    expect(agent).not.toBe(code);
  });

  it('have the label as the first part of the path, without a domain', async () => {
    const urls = (await ingressWith({ addressTemplate: onPath }).exposedUrls(sandbox, aTask())) ?? [];

    const [agent, code] = urls.map((url) => `https://d111111abcdef8.cloudfront.net/${labelIn(url)}`);
    expect(urls.map(({ url }) => url)).toEqual([agent, `${code}/?folder=%2Fworkspace%2Fproject`]);
  });

  it('name task, port, generation and an end after the deadline, signed by the current key', async () => {
    const key = { number: 9, key: 'the ninth' };
    const urls = (await ingressWith({ key }).exposedUrls(sandbox, aTask())) ?? [];

    const common = { keyNumber: 9, address: ADDRESS, generation: 3, endsAt: ends };
    const labels = [
      { ...common, name: 'AGENT_SERVER', port: 8000 },
      { ...common, name: 'VSCODE', port: 8001 },
    ] as const;
    expect(labelsIn(urls)).toEqual(labels);
    expect(urls.map(labelIn)).toEqual(labels.map((label) => writeLabel(label, 'the ninth')));
  });

  it('are unknown before the task has an address', async () => {
    expect(await ingressWith({ address: undefined }).exposedUrls(sandbox, aTask())).toBeUndefined();
  });
});

describe('renewed URLs', () => {
  const running = async (settings: Settings) => {
    const urls = (await ingressWith(settings).exposedUrls(sandbox, aTask())) ?? [];
    return { ...sandbox, exposed_urls: [...urls] };
  };

  it.each([onPath, onHost, 'http://{label}.localhost:3001', 'http://127.0.0.1:3001/{label}'])(
    'are the same while nothing has changed: %s',
    async (addressTemplate) => {
      const before = await running({ addressTemplate });

      expect((await ingressWith({ addressTemplate, address: undefined }).renewal())(before)).toEqual(
        before.exposed_urls,
      );
    },
  );

  it('have labels of the new key after a rotation, for the same task', async () => {
    const before = await running({});
    const key = { number: 2, key: 'the second' };

    const after = (await ingressWith({ key, address: undefined }).renewal())(before);

    expect(after).toEqual(await ingressWith({ key }).exposedUrls(sandbox, aTask()));
    expect(after).not.toEqual(before.exposed_urls);
  });

  it.each([
    [onPath, onHost],
    [onHost, onPath],
    [onHost, 'https://{label}.other.example.org'],
    ['http://127.0.0.1:3001/{label}', 'http://127.0.0.1:3002/{label}'],
  ])('follow a change of the address from %s to %s', async (from, to) => {
    const before = await running({ addressTemplate: from });

    const after = (await ingressWith({ addressTemplate: to, address: undefined }).renewal())(before);

    expect(after).toEqual(await ingressWith({ addressTemplate: to }).exposedUrls(sandbox, aTask()));
  });

  it('come from direct ones of a public address', async () => {
    const exposed_urls: ExposedUrl[] = [
      { name: 'AGENT_SERVER', port: 8000, url: `http://${ADDRESS}:8000` },
      { name: 'VSCODE', port: 8001, url: `http://${ADDRESS}:8001/?folder=%2Fworkspace%2Fproject` },
    ];

    expect((await ingressWith().renewal())({ ...sandbox, exposed_urls })).toEqual(
      await ingressWith().exposedUrls(sandbox, aTask()),
    );
  });

  it.each(['http://127.0.0.1:40001', 'http://localhost:40001', 'https://agents.example.com/x'])(
    'leave alone what names no task: %s',
    async (url) => {
      const exposed_urls: ExposedUrl[] = [{ name: 'AGENT_SERVER', port: 40_001, url }];

      expect((await ingressWith().renewal())({ ...sandbox, exposed_urls })).toEqual(exposed_urls);
    },
  );

  it('have the end of a new deadline', async () => {
    const before = await running({});
    const deadline_at = '2026-11-23T12:00:00.000Z';

    const after = (await ingressWith().renewal())({ ...before, deadline_at });

    expect(labelsIn(after)?.map((label) => label?.endsAt)).toEqual([ends + 86_400, ends + 86_400]);
  });

  it('are none for a sandbox without any', async () => {
    expect((await ingressWith().renewal())({ ...sandbox, exposed_urls: null })).toEqual([]);
  });
});

describe('direct URLs of a task', async () => {
  const ec2 = await useHttpAgent();
  const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };
  const client = new EC2Client({ endpoint: ec2.url, region: 'us-east-1', credentials, maxAttempts: 1 });
  const ingress = new DirectIngress(new Ec2PublicAddresses(client));
  const sandbox = aSandbox();

  it('use the host ports when tasks share the host', async () => {
    const bindings = [
      { bindIp: '127.0.0.1', containerPort: 8001, hostPort: 40002 },
      { bindIp: '127.0.0.1', containerPort: 8000, hostPort: 40001 },
    ];

    expect(await ingress.exposedUrls(sandbox, aTask({ bindings }))).toEqual([
      { name: 'AGENT_SERVER', port: 40001, url: 'http://127.0.0.1:40001' },
      { name: 'VSCODE', port: 40002, url: 'http://127.0.0.1:40002/?folder=%2Fworkspace%2Fproject' },
    ]);
  });

  it('leave out a port that is not bound', async () => {
    const bindings = [{ bindIp: '127.0.0.1', containerPort: 8000, hostPort: 40001 }];

    expect(await ingress.exposedUrls(sandbox, aTask({ bindings }))).toHaveLength(1);
  });

  it('use the public address of its network interface otherwise', async () => {
    const association = '<association><publicIp>203.0.113.9</publicIp></association>';
    const answer = (inside: string) =>
      `<DescribeNetworkInterfacesResponse><networkInterfaceSet><item>${inside}</item></networkInterfaceSet></DescribeNetworkInterfacesResponse>`;
    ec2.reply = () => ({ body: answer(association) });

    expect(await ingress.exposedUrls(sandbox, aTask())).toEqual([
      { name: 'AGENT_SERVER', port: 8000, url: 'http://203.0.113.9:8000' },
      { name: 'VSCODE', port: 8001, url: 'http://203.0.113.9:8001/?folder=%2Fworkspace%2Fproject' },
    ]);
    expect(ec2.requests[0]?.body).toContain('NetworkInterfaceId.1=eni-1');
    ec2.reply = () => ({ body: answer('') });
    expect(await ingress.exposedUrls(sandbox, aTask())).toBeUndefined();
  });

  it('are unknown before the task has a network interface', async () => {
    expect(await ingress.exposedUrls(sandbox, aTask({ networkInterfaceId: null }))).toBeUndefined();
  });

  it('replace those of an edge that is no longer there, and are kept otherwise', async () => {
    const label = {
      keyNumber: 1,
      name: 'VSCODE',
      address: '3.208.1.2',
      port: 8001,
      generation: 1,
      endsAt: 2e9,
    } as const;
    const behind = {
      name: 'VSCODE',
      port: 8001,
      url: `https://${writeLabel(label, 'key')}.sandboxes.example.com`,
    } as const;
    const direct = { name: 'AGENT_SERVER', port: 8000, url: 'http://3.208.1.2:8000' } as const;
    const renewed = await ingress.renewal();

    expect(renewed({ ...sandbox, exposed_urls: [direct, behind] })).toEqual([
      direct,
      { name: 'VSCODE', port: 8001, url: 'http://3.208.1.2:8001/?folder=%2Fworkspace%2Fproject' },
    ]);
    expect(renewed({ ...sandbox, exposed_urls: null })).toEqual([]);
  });
});
