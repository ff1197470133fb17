import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase32, toBase32 } from '../../../../shared/domain/sandboxes/ingress/base32.ts';
import { readLabel } from '../../../../shared/domain/sandboxes/ingress/label.ts';
import { SIGNED_TEXT_LENGTH } from '../../../../shared/domain/sandboxes/ingress/signed-text.ts';
import { isPublicAddress } from '../../../../shared/platform/outbound/target.ts';
import {
  aLabel,
  anEdge,
  aViewerRequest,
  codeOf,
  DOMAIN,
  forwarded,
  NOW,
  toHost,
  toPath,
} from '../../../support/ingress/an-edge.ts';

const KEY = 'a key that the test signs with';
const onPath = anEdge({ keys: { 1: { key: KEY } } });
const onHost = anEdge({ keys: { 1: { key: KEY } }, sandboxDomain: DOMAIN });

/** Checks both implementations, so that neither accepts a label that the other refuses. */
async function codesOf(label: string): Promise<readonly (string | undefined)[]> {
  return [codeOf(await onPath.run(toPath(label))), codeOf(await onHost.run(toHost(label)))];
}

const refused = ['403 sandbox_address_invalid', '403 sandbox_address_invalid'];

/** A label with arbitrary bytes and a valid signature. */
function signed(bytes: Uint8Array): string {
  const text = toBase32(bytes);
  return text + toBase32(createHmac('sha256', KEY).update(text).digest().subarray(0, 15));
}

function bytesOf(label: string): Buffer {
  const bytes = fromBase32(label.slice(0, SIGNED_TEXT_LENGTH / 2));
  if (!bytes) throw new Error('it is no label');
  return bytes;
}

const valid = aLabel({}, KEY);

it('a signed label is refused in any other version', async () => {
  for (const version of [0, 2, 3, 128, 255]) {
    const bytes = bytesOf(valid);
    bytes.writeUInt8(version, 0);
    expect(await codesOf(signed(bytes))).toEqual(refused);
  }
});

it('a signed label is refused for a port that no sandbox has', async () => {
  for (const name of [4, 5, 255]) {
    const bytes = bytesOf(valid);
    bytes.writeUInt8(name, 2);
    expect(await codesOf(signed(bytes))).toEqual(refused);
  }
});

it.each([0, 1, 22, 80, 443, 1023])('a signed label is refused for the port %d', async (port) => {
  expect(await codesOf(aLabel({ port }, KEY))).toEqual(refused);
});

it.each([1024, 8000, 65_535])('a signed label passes for the port %d', async (port) => {
  expect(await codesOf(aLabel({ port }, KEY))).toEqual([undefined, undefined]);
});

it.each([
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private', '10.0.0.0', '10.255.255.255'],
  ['shared by carriers', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['link-local, and metadata', '169.254.0.0', '169.254.255.255'],
  ['metadata of EC2', '169.254.169.254', '169.254.169.253'],
  ['metadata of ECS', '169.254.170.2', '169.254.170.23'],
  ['private', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['documentation', '192.0.2.0', '192.0.2.255'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255'],
  ['private', '192.168.0.0', '192.168.255.255'],
  ['benchmarks', '198.18.0.0', '198.19.255.255'],
  ['documentation', '198.51.100.0', '198.51.100.255'],
  ['documentation', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.254'],
  ['broadcast', '255.255.255.255', '255.255.255.255'],
])('a signed label is refused for an address of a special range: %s, from %s to %s', async (_name, first, last) => {
  expect(await codesOf(aLabel({ address: first }, KEY))).toEqual(refused);
  expect(await codesOf(aLabel({ address: last }, KEY))).toEqual(refused);
});

it.each([
  ['1.0.0.0', '9.255.255.255'],
  ['11.0.0.0', '100.63.255.255'],
  ['100.128.0.0', '126.255.255.255'],
  ['128.0.0.0', '169.253.255.255'],
  ['169.255.0.0', '172.15.255.255'],
  ['172.32.0.0', '191.255.255.255'],
  ['192.0.1.0', '192.0.3.0'],
  ['192.88.98.255', '192.88.100.0'],
  ['192.167.255.255', '192.169.0.0'],
  ['198.17.255.255', '198.20.0.0'],
  ['198.51.99.255', '198.51.101.0'],
  ['203.0.112.255', '203.0.114.0'],
  ['203.1.113.0', '223.255.255.255'],
])('a signed label passes for public neighbours of special ranges: %s and %s', async (first, last) => {
  expect(await codesOf(aLabel({ address: first }, KEY))).toEqual([undefined, undefined]);
  expect(await codesOf(aLabel({ address: last }, KEY))).toEqual([undefined, undefined]);
});

it('a signed label is refused for every address that the service treats as special', async () => {
  const property = fc.asyncProperty(fc.ipV4(), async (address) => {
    const passes = codeOf(await onPath.run(toPath(aLabel({ address }, KEY)))) === undefined;
    expect(passes && !isPublicAddress(address)).toBe(false);
  });

  await fc.assert(property, { numRuns: 1000 });
});

it('a signed label is valid until the second of its expiry', async () => {
  expect(await codesOf(aLabel({ endsAt: NOW + 1 }, KEY))).toEqual([undefined, undefined]);
  expect(await codesOf(aLabel({ endsAt: NOW }, KEY))).toEqual(['410 sandbox_moved', '410 sandbox_moved']);
  expect(await codesOf(aLabel({ endsAt: 0 }, KEY))).toEqual(['410 sandbox_moved', '410 sandbox_moved']);
  expect(await codesOf(aLabel({ endsAt: 2 ** 32 - 1 }, KEY))).toEqual([undefined, undefined]);
});

it('a signed label means the same to the edge and the service, whatever its content', async () => {
  const labels = fc.record({
    name: fc.constantFrom('AGENT_SERVER', 'VSCODE', 'WORKER_1', 'WORKER_2'),
    address: fc.ipV4().filter((address) => isPublicAddress(address)),
    port: fc.integer({ min: 1024, max: 65_535 }),
    generation: fc.nat(),
    endsAt: fc.integer({ min: NOW + 1, max: 2 ** 32 - 1 }),
    keyNumber: fc.integer({ min: 1, max: 255 }),
  });
  const everyNumber = Object.fromEntries(Array.from({ length: 255 }, (_, at) => [at + 1, { key: KEY }]));
  const edge = anEdge({ keys: everyNumber, sandboxDomain: DOMAIN });
  const property = fc.asyncProperty(labels, async (label) => {
    const text = aLabel(label, KEY);
    const { origin } = forwarded(await edge.run(toHost(text)));
    expect(origin.domainName).toBe(`ec2-${label.address.replaceAll('.', '-')}.eu-central-1.compute.amazonaws.com`);
    expect(origin.port).toBe(label.port);
    expect(readLabel(text)).toEqual({ ...label, generation: label.generation % 65_536 });
  });

  await fc.assert(property, { numRuns: 500 });
});

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const unknown = ['404 not_found', '404 not_found'];
const randomLabel = fc
  .array(fc.constantFrom(...ALPHABET), { minLength: SIGNED_TEXT_LENGTH, maxLength: SIGNED_TEXT_LENGTH })
  .map((characters) => characters.join(''));

describe('a forged label', () => {
  it('passes unless it is changed', async () => {
    expect(await codesOf(valid)).toEqual([undefined, undefined]);
  });

  it.each(Array.from(valid, (_, at) => at))('is refused with another character at %d', async (at) => {
    for (const other of ALPHABET.replace(valid.charAt(at), '')) {
      expect(await codesOf(valid.slice(0, at) + other + valid.slice(at + 1))).toEqual(refused);
    }
  });

  it('is refused with the signature of another label, or none', async () => {
    const half = SIGNED_TEXT_LENGTH / 2;
    const other = aLabel({ address: '3.208.1.3' }, KEY);

    expect(await codesOf(valid.slice(0, half) + other.slice(half))).toEqual(refused);
    expect(await codesOf(valid.slice(0, half) + 'a'.repeat(half))).toEqual(refused);
    expect(await codesOf(valid.slice(half) + valid.slice(0, half))).toEqual(refused);
  });

  it('names nothing when it is cut off, longer or not in base32', async () => {
    for (let length = 0; length < SIGNED_TEXT_LENGTH; length += 1)
      expect(await codesOf(valid.slice(0, length))).toEqual(unknown);
    for (const text of [`${valid}a`, valid + valid, `${valid.slice(1)}1`, `${valid.slice(1)}-`, `%61${valid.slice(1)}`])
      expect(await codesOf(text)).toEqual(unknown);
  });

  it('does not pass at random: 1,500 labels', async () => {
    const ofThisVersionAndKey = randomLabel.map((label) => valid.slice(0, 4) + label.slice(4));
    const property = fc.asyncProperty(fc.oneof(randomLabel, ofThisVersionAndKey), async (label) => {
      expect(codeOf(await onPath.run(toPath(label)))).toBe('403 sandbox_address_invalid');
    });

    await fc.assert(property, { numRuns: 1500 });
  });

  it('is refused after any change to a valid one', async () => {
    const change = fc.record({
      label: fc.record({
        address: fc.ipV4(),
        port: fc.integer({ min: 0, max: 65_535 }),
        endsAt: fc.integer({ min: NOW + 1, max: 2 ** 32 - 1 }),
        generation: fc.nat(),
      }),
      at: fc.nat({ max: SIGNED_TEXT_LENGTH - 1 }),
      by: fc.integer({ min: 1, max: 31 }),
    });
    const property = fc.asyncProperty(change, async ({ label, at, by }) => {
      const text = aLabel(label, KEY);
      const other = ALPHABET.charAt((ALPHABET.indexOf(text.charAt(at)) + by) % 32);
      const forged = text.slice(0, at) + other + text.slice(at + 1);
      expect(codeOf(await onPath.run(toPath(forged)))).toBe('403 sandbox_address_invalid');
    });

    await fc.assert(property, { numRuns: 1000 });
  });

  it('does not pass at any other path or host: 1,500 of them', async () => {
    const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.webPath(), randomLabel);
    const hosts = fc.oneof(
      fc.domain(),
      randomLabel.map((label) => `${label}.${DOMAIN}`),
      fc.constantFrom(`.${DOMAIN}`, DOMAIN, `${valid}${DOMAIN}`, `${valid}.${DOMAIN}.evil.example`),
    );
    const property = fc.asyncProperty(texts, hosts, fc.boolean(), async (text, host, isHost) => {
      const edge = isHost ? onHost : onPath;
      const verdict = await edge.run(aViewerRequest({ uri: `/${text}`, headers: { host: [host] } }));
      expect(codeOf(verdict)).toMatch(/^404 not_found$|^403 sandbox_address_invalid$/);
    });

    await fc.assert(property, { numRuns: 1500 });
  });
});
