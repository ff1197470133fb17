import { createHmac } from 'node:crypto';
import { EC2Client } from '@aws-sdk/client-ec2';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PortName } from '../../../../../shared/contract/shapes/enums.ts';
import { fromBase32, toBase32 } from '../../../../../shared/domain/sandboxes/ingress/base32.ts';
import { DirectIngress } from '../../../../../shared/domain/sandboxes/ingress/direct-ingress.ts';
import { EdgeIngress } from '../../../../../shared/domain/sandboxes/ingress/edge-ingress.ts';
import type { Ingress } from '../../../../../shared/domain/sandboxes/ingress/ingress.ts';
import {
  acceptedKeys,
  acceptedNameKeys,
  DerivedIngressKeys,
  INGRESS_MEMBER,
  type IngressGeneration,
  ingressGenerations,
} from '../../../../../shared/domain/sandboxes/ingress/ingress-keys.ts';
import {
  EDGE_ENTRY_BYTES,
  installIngressKeys,
} from '../../../../../shared/domain/sandboxes/ingress/install-ingress-keys.ts';
import {
  LABEL_LENGTH,
  type Label,
  readLabel,
  writeLabel,
} from '../../../../../shared/domain/sandboxes/ingress/label.ts';
import { Ec2PublicAddresses } from '../../../../../shared/domain/sandboxes/ingress/public-addresses.ts';
import type { ExposedUrl } from '../../../../../shared/domain/sandboxes/record/access-fields.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { MasterSecret } from '../../../../../shared/platform/aws/master-keys.ts';
import { useHttpAgent } from '../../../../support/http/http-agent.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';
import { MemoryEdgeKeys } from '../../../../support/sandboxes/memory-stores.ts';
import { aRunningSandbox, aSandbox, aTask } from '../../../../support/sandboxes/sandbox-data.ts';
import { edgeKeysSuite, edgeValues } from '../../../../support/sandboxes/stores.suite.ts';

const label: Label = {
  keyNumber: 2,
  name: 'VSCODE',
  address: '3.208.255.0',
  port: 8001,
  generation: 65_537,
  endsAt: 1_800_000_000,
};

describe('a label', () => {
  it('is one DNS label', () => {
    expect(LABEL_LENGTH).toBe(48);
    expect(writeLabel(label, 'key')).toMatch(/^[a-z2-7]{48}$/);
  });

  it('has this layout, which the function at the edge reads too', () => {
    const bytes = fromBase32(writeLabel(label, 'key').slice(0, 24));

    expect(bytes?.toString('hex')).toBe(['01', '02', '01', '03d0ff00', '1f41', '0001', '6b49d200'].join(''));
  });

  it('ends with 120 bits of an HMAC of its first half', () => {
    const text = writeLabel(label, 'key');

    const hmac = createHmac('sha256', 'key').update(text.slice(0, 24)).digest().subarray(0, 15);
    expect(text.slice(24)).toBe(toBase32(hmac));
  });

  it('decodes to what was encoded, with the lower 16 bits of the generation', async () => {
    const labels = fc.record({
      keyNumber: fc.integer({ min: 1, max: 255 }),
      name: fc.constantFrom(...PortName.options),
      address: fc.ipV4(),
      port: fc.integer({ min: 0, max: 65_535 }),
      generation: fc.nat(),
      endsAt: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    });
    const property = fc.property(labels, fc.string(), (written, key) => {
      const text = writeLabel(written, key);
      expect(readLabel(text)).toEqual({ ...written, generation: written.generation % 65_536 });
    });

    await fc.assert(property);
  });

  it('depends on the key', () => {
    expect(writeLabel(label, 'key')).toBe(writeLabel(label, 'key'));
    expect(writeLabel(label, 'other')).not.toBe(writeLabel(label, 'key'));
    expect(writeLabel(label, 'other').slice(0, 24)).toBe(writeLabel(label, 'key').slice(0, 24));
  });

  it.each([
    ['a name', { address: 'example.com' }],
    ['an address of three numbers', { address: '3.208.1' }],
    ['an address with an empty number', { address: '3.208.1.' }],
    ['an address with a number above 255', { address: '3.208.1.256' }],
    ['an address in another notation', { address: '0x3.208.1.1' }],
    ['an IPv6 address', { address: '2001:db8::1' }],
    ['port 65536', { port: 65_536 }],
    ['port -1', { port: -1 }],
    ['key 256', { keyNumber: 256 }],
    ['an end after 2106', { endsAt: 2 ** 32 }],
  ])('has no place for %s', (_name, change) => {
    expect(() => writeLabel({ ...label, ...change }, 'key')).toThrow(RangeError);
  });
});

describe('what is no label', () => {
  const text = writeLabel(label, 'key');
  const withByte = (at: number, value: number) => {
    const bytes = fromBase32(text.slice(0, 24)) ?? Buffer.alloc(0);
    bytes.writeUInt8(value, at);
    return toBase32(bytes) + text.slice(24);
  };

  it.each([
    ['', 'an empty text'],
    [text.slice(1), 'a shorter text'],
    [`${text}a`, 'a longer text'],
    [`1${text.slice(1)}`, 'a text that is not base32'],
    [text.toUpperCase(), 'a text in upper case'],
    [withByte(0, 0), 'version 0'],
    [withByte(0, 2), 'version 2'],
    [withByte(2, 4), 'a port without a name'],
  ])('is not read: %s, %s', (other) => {
    expect(readLabel(other)).toBeUndefined();
  });
});

/** From RFC 4648 in lower case, without vectors that need padding. */
it('writes the test vectors of RFC 4648', () => {
  expect(toBase32(Buffer.from(''))).toBe('');
  expect(toBase32(Buffer.from('fooba'))).toBe('mzxw6ytb');
  expect(toBase32(Buffer.from([0, 0, 0, 0, 0]))).toBe('aaaaaaaa');
  expect(toBase32(Buffer.from([255, 255, 255, 255, 255]))).toBe('77777777');
});

it('reads what it writes', async () => {
  const groups = fc.array(fc.uint8Array({ minLength: 5, maxLength: 5 }), { maxLength: 8 });
  const property = fc.property(groups, (bytes) => {
    const all = Buffer.concat(bytes);
    const text = toBase32(all);
    expect(text).toMatch(/^[a-z2-7]*$/);
    expect(text).toHaveLength((all.length / 5) * 8);
    expect(fromBase32(text)).toEqual(all);
  });

  await fc.assert(property);
});

it('writes what it reads: no two texts mean the same', async () => {
  const texts = fc.stringMatching(/^[a-z2-7]{24}$/);

  const property = fc.property(texts, (text) => {
    expect(toBase32(fromBase32(text) ?? Buffer.alloc(0))).toBe(text);
  });

  await fc.assert(property);
});

it.each([
  'a',
  'aaaaaaa',
  'aaaaaaaaa',
  'aaaaaaa1',
  'aaaaaaa0',
  'aaaaaaa8',
  'AAAAAAAA',
  'aaaaaaa=',
  'aaaaaaa ',
  'aaaaaaaé',
])('does not read %j', (text) => {
  expect(fromBase32(text)).toBeUndefined();
});

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
    keys: { current: async () => key, forNames: async () => key },
    addressTemplate,
    lasting: false,
  });
}

const sandbox = aRunningSandbox({ generation: 3, deadline_at: '2026-11-22T12:00:00.000Z' });
const ends = Date.parse('2026-11-22T12:15:00.000Z') / 1000;

async function urlsBy(ingress: Ingress, task = aTask()): Promise<readonly ExposedUrl[] | undefined> {
  return (await ingress.addresses(sandbox, task))?.exposedUrls;
}

async function renewedBy(ingress: Ingress, row: Sandbox): Promise<readonly ExposedUrl[]> {
  return (await ingress.renewal())(row).exposedUrls;
}

function labelIn({ url }: ExposedUrl): string {
  const text = url.match(new RegExp(`[a-z2-7]{${LABEL_LENGTH}}`))?.[0];
  if (!text) throw new Error(`${url} has no label`);
  return text;
}

const labelsIn = (urls: readonly ExposedUrl[] | undefined) => urls?.map((url) => readLabel(labelIn(url)));

describe('URLs through the edge', () => {
  it('have a separate host for each port', async () => {
    const urls = (await urlsBy(ingressWith())) ?? [];

    const [agent, code] = urls.map(labelIn);
    expect(urls).toEqual([
      { name: 'AGENT_SERVER', port: 8000, url: `https://${agent}.sandboxes.example.com` },
      { name: 'VSCODE', port: 8001, url: `https://${code}.sandboxes.example.com/?folder=%2Fworkspace%2Fproject` },
    ]);
    expect(agent).not.toBe(code);
  });

  it('have the label as the first part of the path without a domain, and only for the agent server', async () => {
    const urls = (await urlsBy(ingressWith({ addressTemplate: onPath }))) ?? [];

    const [agent] = urls.map((url) => `https://d111111abcdef8.cloudfront.net/${labelIn(url)}`);
    expect(urls).toEqual([{ name: 'AGENT_SERVER', port: 8000, url: agent }]);
  });

  it.each([
    ['http://127.0.0.1:3001/{label}', 'http://127.0.0.1:12345'],
    ['https://127.0.0.1:3001/{label}', 'https://127.0.0.1:12345'],
  ])('have no path where the edge %s has a port for the task', async (addressTemplate, url) => {
    const bindings = [{ bindIp: '127.0.0.1', containerPort: 8000, hostPort: 12_345 }];

    const urls = await urlsBy(ingressWith({ addressTemplate }), { ...aTask(), bindings });

    expect(urls).toEqual([{ name: 'AGENT_SERVER', port: 12_345, url }]);
  });

  it('name task, port, generation and an end after the deadline, signed by the current key', async () => {
    const key = { number: 9, key: 'the ninth' };
    const urls = (await urlsBy(ingressWith({ key }))) ?? [];

    const common = { keyNumber: 9, address: ADDRESS, generation: 3, endsAt: ends };
    const labels = [
      { ...common, name: 'AGENT_SERVER', port: 8000 },
      { ...common, name: 'VSCODE', port: 8001 },
    ] as const;
    expect(labelsIn(urls)).toEqual(labels);
    expect(urls.map(labelIn)).toEqual(labels.map((label) => writeLabel(label, 'the ninth')));
  });

  it('are unknown before the task has an address', async () => {
    expect(await urlsBy(ingressWith({ address: undefined }))).toBeUndefined();
  });
});

describe('renewed URLs', () => {
  const running = async (settings: Settings) => {
    const urls = (await urlsBy(ingressWith(settings))) ?? [];
    return { ...sandbox, exposed_urls: [...urls] };
  };

  it.each([onPath, onHost, 'http://{label}.localhost:3001', 'http://127.0.0.1:3001/{label}'])(
    'are the same while nothing has changed: %s',
    async (addressTemplate) => {
      const before = await running({ addressTemplate });

      expect(await renewedBy(ingressWith({ addressTemplate, address: undefined }), before)).toEqual(
        before.exposed_urls,
      );
    },
  );

  it('have labels of the new key after a rotation, for the same task', async () => {
    const before = await running({});
    const key = { number: 2, key: 'the second' };

    const after = await renewedBy(ingressWith({ key, address: undefined }), before);

    expect(after).toEqual(await urlsBy(ingressWith({ key })));
    expect(after).not.toEqual(before.exposed_urls);
  });

  it.each([
    [onPath, onHost],
    [onHost, onPath],
    [onHost, 'https://{label}.other.example.org'],
    ['http://127.0.0.1:3001/{label}', 'http://127.0.0.1:3002/{label}'],
  ])('follow a change of the address from %s to %s', async (from, to) => {
    const before = await running({ addressTemplate: from });

    const after = await renewedBy(ingressWith({ addressTemplate: to, address: undefined }), before);

    expect(after).toEqual(await urlsBy(ingressWith({ addressTemplate: to })));
  });

  it('come from direct ones of a public address', async () => {
    const exposed_urls: ExposedUrl[] = [
      { name: 'AGENT_SERVER', port: 8000, url: `http://${ADDRESS}:8000` },
      { name: 'VSCODE', port: 8001, url: `http://${ADDRESS}:8001/?folder=%2Fworkspace%2Fproject` },
    ];

    expect(await renewedBy(ingressWith(), { ...sandbox, exposed_urls })).toEqual(await urlsBy(ingressWith()));
  });

  it.each(['http://127.0.0.1:40001', 'http://localhost:40001', 'https://agents.example.com/x'])(
    'leave alone what names no task: %s',
    async (url) => {
      const exposed_urls: ExposedUrl[] = [{ name: 'AGENT_SERVER', port: 40_001, url }];

      expect(await renewedBy(ingressWith(), { ...sandbox, exposed_urls })).toEqual(exposed_urls);
    },
  );

  it('have the end of a new deadline', async () => {
    const before = await running({});
    const deadline_at = '2026-11-23T12:00:00.000Z';

    const after = await renewedBy(ingressWith(), { ...before, deadline_at });

    expect(labelsIn(after)?.map((label) => label?.endsAt)).toEqual([ends + 86_400, ends + 86_400]);
  });

  it('are empty for a sandbox without URLs', async () => {
    expect(await renewedBy(ingressWith(), { ...sandbox, exposed_urls: null })).toEqual([]);
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

    expect(await urlsBy(ingress, aTask({ bindings }))).toEqual([
      { name: 'AGENT_SERVER', port: 40001, url: 'http://127.0.0.1:40001' },
      { name: 'VSCODE', port: 40002, url: 'http://127.0.0.1:40002/?folder=%2Fworkspace%2Fproject' },
    ]);
  });

  it('leave out a port that is not bound', async () => {
    const bindings = [{ bindIp: '127.0.0.1', containerPort: 8000, hostPort: 40001 }];

    expect(await urlsBy(ingress, aTask({ bindings }))).toHaveLength(1);
  });

  it('use the public address of its network interface otherwise', async () => {
    const association = '<association><publicIp>203.0.113.9</publicIp></association>';
    const answer = (inside: string) =>
      `<DescribeNetworkInterfacesResponse><networkInterfaceSet><item>${inside}</item></networkInterfaceSet></DescribeNetworkInterfacesResponse>`;
    ec2.reply = () => ({ body: answer(association) });

    expect(await urlsBy(ingress, aTask())).toEqual([
      { name: 'AGENT_SERVER', port: 8000, url: 'http://203.0.113.9:8000' },
      { name: 'VSCODE', port: 8001, url: 'http://203.0.113.9:8001/?folder=%2Fworkspace%2Fproject' },
    ]);
    expect(ec2.requests[0]?.body).toContain('NetworkInterfaceId.1=eni-1');
    ec2.reply = () => ({ body: answer('') });
    expect(await urlsBy(ingress, aTask())).toBeUndefined();
  });

  it('are unknown before the task has a network interface', async () => {
    expect(await urlsBy(ingress, aTask({ networkInterfaceId: null }))).toBeUndefined();
  });

  it('replace those of a removed edge, and are kept otherwise', async () => {
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
    const renewed = (row: Sandbox) => renewedBy(ingress, row);

    expect(await renewed({ ...sandbox, exposed_urls: [direct, behind] })).toEqual([
      direct,
      { name: 'VSCODE', port: 8001, url: 'http://3.208.1.2:8001/?folder=%2Fworkspace%2Fproject' },
    ]);
    expect(await renewed({ ...sandbox, exposed_urls: null })).toEqual([]);
  });
});

const clock = new SettableClock();
const nowSeconds = clock.now().getTime() / 1000;

function secretWith(...generations: readonly IngressGeneration[]): MasterSecret {
  const keys = { current: 'k2', k1: 'the first', k2: 'the second' };
  return generations.length === 0 ? keys : { ...keys, [INGRESS_MEMBER]: JSON.stringify(generations) };
}

const keyOf = (master: string, number: number): string =>
  createHmac('sha256', master).update(`ingress|${number}`).digest('base64url');

const current = (secret: MasterSecret) => new DerivedIngressKeys({ secret: async () => secret }, clock.now).current();

const old = { number: 1, master: 'k1', from: 0 };

describe('the ingress keys of a deployment', () => {
  it('come from the first master key before any rotation', async () => {
    expect(await current(secretWith())).toEqual({ number: 1, key: keyOf('the first', 1) });
    expect(acceptedKeys(secretWith(), clock.now())).toEqual([{ number: 1, key: keyOf('the first', 1) }]);
  });

  it('accept a prepared key, which does not sign', async () => {
    const secret = secretWith(old, { number: 2, master: 'k2' });

    expect(await current(secret)).toMatchObject({ number: 1 });
    expect(acceptedKeys(secret, clock.now())).toEqual([
      { number: 1, key: keyOf('the first', 1) },
      { number: 2, key: keyOf('the second', 2) },
    ]);
  });

  it('sign with the newest that has begun, and accept the one before until its end', async () => {
    const secret = secretWith({ ...old, until: nowSeconds + 60 }, { number: 2, master: 'k2', from: nowSeconds });

    expect(await current(secret)).toEqual({ number: 2, key: keyOf('the second', 2) });
    expect(acceptedKeys(secret, clock.now())).toEqual([
      { number: 1, key: keyOf('the first', 1), until: nowSeconds + 60 },
      { number: 2, key: keyOf('the second', 2) },
    ]);
  });

  it('do not sign with a future key', async () => {
    expect(await current(secretWith(old, { number: 2, master: 'k2', from: nowSeconds + 1 }))).toMatchObject({
      number: 1,
    });
  });

  it('accept no key from its end on', () => {
    const secret = secretWith({ ...old, until: nowSeconds }, { number: 2, master: 'k2', from: nowSeconds - 60 });

    expect(acceptedKeys(secret, clock.now()).map(({ number }) => number)).toEqual([2]);
  });

  it('differ by number, also of one master key', () => {
    const secret = secretWith(old, { number: 2, master: 'k1', from: 0 });

    const [first, second] = acceptedKeys(secret, clock.now());
    expect(first?.key).not.toBe(second?.key);
  });

  it('are read again each time', async () => {
    let secret = secretWith();
    const keys = new DerivedIngressKeys({ secret: async () => secret }, clock.now);
    expect(await keys.current()).toMatchObject({ number: 1 });

    secret = secretWith(old, { number: 2, master: 'k2', from: nowSeconds });

    expect(await keys.current()).toMatchObject({ number: 2 });
  });

  it('fail when the secret lacks the master key or no key signs yet', async () => {
    const lost = secretWith({ number: 1, master: 'k9', from: 0 });

    expect(() => acceptedKeys(lost, clock.now())).toThrow("the master secret holds no key 'k9'");
    await expect(current(lost)).rejects.toThrow("the master secret holds no key 'k9'");
    await expect(current(secretWith({ number: 1, master: 'k1' }))).rejects.toThrow(
      'the master secret names no ingress key that is valid for signing now',
    );
  });

  it.each([
    ['an empty list', '[]'],
    ['no list', '{}'],
    ['no JSON', 'x'],
    ['number 0', '[{"number":0,"master":"k1"}]'],
    ['number 256', '[{"number":256,"master":"k1"}]'],
    ['a start that is a text', '[{"number":1,"master":"k1","from":"now"}]'],
  ])('are refused as %s', (_name, text) => {
    expect(() => ingressGenerations({ ...secretWith(), [INGRESS_MEMBER]: text })).toThrow();
  });
});

const now = new Date('2026-11-22T12:00:00Z');
const seconds = now.getTime() / 1000;

const secretOf = (...generations: IngressGeneration[]): MasterSecret => ({
  current: 'k1',
  k1: 'a master key',
  ...(generations.length > 0 && { ingress: JSON.stringify(generations) }),
});

const [first, second] = [
  { number: 1, master: 'k1', from: 0, until: seconds + 60 },
  { number: 2, master: 'k1', from: seconds },
];

function install(edge: MemoryEdgeKeys, secret: () => Promise<MasterSecret>, pauses: number[] = []) {
  const serviceUrl = 'https://api.example.com/dev/';
  return installIngressKeys({
    edge,
    secret,
    serviceUrl,
    now: () => now,
    pause: async (time) => void pauses.push(time),
  });
}

describe('an edge in memory', () => edgeKeysSuite(async () => new MemoryEdgeKeys()));

describe('installing the keys of the ingress', () => {
  it('writes every accepted key under its number, as the function at the edge reads them', async () => {
    const edge = new MemoryEdgeKeys();
    const secret = secretOf(first, second);

    const outcome = await install(edge, async () => secret);

    const [one, two] = acceptedKeys(secret, now);
    expect(outcome).toEqual({ installed: [1, 2], names: [1], changed: true });
    expect(JSON.parse(edge.entry ?? '')).toEqual({
      1: { key: one?.key, until: seconds + 60 },
      2: { key: two?.key },
    });
  });

  it('writes the key of names, which a rotation of labels keeps, and where the service is', async () => {
    const edge = new MemoryEdgeKeys();

    await install(edge, async () => secretOf(first, second));

    const [names] = acceptedNameKeys(secretOf(first, second), now);
    expect(JSON.parse(edge.stored.names ?? '')).toEqual({ 1: { key: names?.key } });
    expect(JSON.parse(edge.stored.service ?? '')).toEqual({ host: 'api.example.com', path: '/dev' });
  });

  it('writes nothing when the edge has them already', async () => {
    const edge = new MemoryEdgeKeys();
    await install(edge, async () => secretOf());
    const version = await edge.version();

    expect(await install(edge, async () => secretOf())).toEqual({ installed: [1], names: [1], changed: false });
    expect(await edge.version()).toBe(version);
  });

  it('removes an expired key from the edge', async () => {
    const edge = new MemoryEdgeKeys();
    await install(edge, async () => secretOf(first, second));

    const over = secretOf({ ...first, until: seconds }, second);

    expect(await install(edge, async () => over)).toEqual({ installed: [2], names: [1], changed: true });
  });

  it('reads the secret again after a lost race, so that an older one never wins', async () => {
    const edge = new MemoryEdgeKeys();
    const pauses: number[] = [];
    const secrets = [secretOf(first), secretOf(first, second)];
    const readAndLose = async () => {
      const secret = secrets.shift() ?? secretOf(first, second);
      if (secrets.length === 1) await install(edge, async () => secretOf(first, second));
      return secret;
    };

    expect(await install(edge, readAndLose, pauses)).toEqual({ installed: [1, 2], names: [1], changed: false });
    expect(pauses).toEqual([100]);
  });

  it('gives up when another writer wins every time', async () => {
    const edge = new MemoryEdgeKeys();
    const pauses: number[] = [];
    let written = 0;
    const lose = async () => {
      written += 1;
      await edge.replace(edgeValues(`other ${written}`), await edge.version());
      return secretOf();
    };

    await expect(install(edge, lose, pauses)).rejects.toThrow('another writer changed the keys');
    expect(pauses).toHaveLength(4);
    expect(edge.entry).toBe('other 5');
  });

  it('refuses more keys than the entry has room for, before it writes', async () => {
    const edge = new MemoryEdgeKeys();
    const many = Array.from({ length: 20 }, (_, at) => ({ number: at + 1, master: 'k1', from: 0 }));

    await expect(install(edge, async () => secretOf(...many))).rejects.toThrow(`room for ${EDGE_ENTRY_BYTES}`);
    expect(edge.entry).toBeUndefined();
  });

  it('shows nothing of a damaged secret in its error', async () => {
    const damaged: [string, () => Promise<MasterSecret>][] = [
      ['not JSON', async () => JSON.parse('{"k1":hidden-text}')],
      ['another list', async () => ({ ...secretOf(), ingress: '["hidden-text"]' })],
      ['no list', async () => ({ ...secretOf(), ingress: 'hidden-text' })],
    ];
    for (const [what, secret] of damaged) {
      const error = await install(new MemoryEdgeKeys(), secret).catch((thrown: unknown) => thrown);

      expect(error, what).toBeInstanceOf(Error);
      expect((error as Error).message, what).toContain("The master secret or its member 'ingress' is damaged");
      expect(`${(error as Error).stack}${String((error as Error).cause)}`, what).not.toContain('hidden');
    }
  });
});
