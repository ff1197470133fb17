import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LABEL_LENGTH } from '../../../../shared/domain/sandboxes/ingress/label.ts';
import {
  aLabel,
  anEdge,
  aViewerRequest,
  codeOf,
  DOMAIN,
  NOW,
  toHost,
  toPath,
} from '../../../support/ingress/an-edge.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const KEY = 'a key that the test signs with';
const onPath = anEdge({ keys: { 1: { key: KEY } } });
const onHost = anEdge({ keys: { 1: { key: KEY } }, sandboxDomain: DOMAIN });

/** Both forms answer, so that neither lets pass what the other refuses. */
async function codesOf(label: string): Promise<readonly (string | undefined)[]> {
  return [codeOf(await onPath.run(toPath(label))), codeOf(await onHost.run(toHost(label)))];
}

const refused = ['403 sandbox_address_invalid', '403 sandbox_address_invalid'];
const unknown = ['404 not_found', '404 not_found'];

const valid = aLabel({}, KEY);
const randomLabel = fc
  .array(fc.constantFrom(...ALPHABET), { minLength: LABEL_LENGTH, maxLength: LABEL_LENGTH })
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
    const half = LABEL_LENGTH / 2;
    const other = aLabel({ address: '3.208.1.3' }, KEY);

    expect(await codesOf(valid.slice(0, half) + other.slice(half))).toEqual(refused);
    expect(await codesOf(valid.slice(0, half) + 'a'.repeat(half))).toEqual(refused);
    expect(await codesOf(valid.slice(half) + valid.slice(0, half))).toEqual(refused);
  });

  it('names nothing when it is cut off, longer or not in base32', async () => {
    for (let length = 0; length < LABEL_LENGTH; length += 1)
      expect(await codesOf(valid.slice(0, length))).toEqual(unknown);
    for (const text of [`${valid}a`, valid + valid, `${valid.slice(1)}1`, `${valid.slice(1)}-`, `%61${valid.slice(1)}`])
      expect(await codesOf(text)).toEqual(unknown);
  });

  it('does not pass at random: 10,000 labels', async () => {
    const ofThisVersionAndKey = randomLabel.map((label) => valid.slice(0, 4) + label.slice(4));
    const property = fc.asyncProperty(fc.oneof(randomLabel, ofThisVersionAndKey), async (label) => {
      expect(codeOf(await onPath.run(toPath(label)))).toBe('403 sandbox_address_invalid');
    });

    await fc.assert(property, { numRuns: 10_000 });
  });

  it('does not pass with any change to a valid one', async () => {
    const change = fc.record({
      label: fc.record({
        address: fc.ipV4(),
        port: fc.integer({ min: 0, max: 65_535 }),
        endsAt: fc.integer({ min: NOW + 1, max: 2 ** 32 - 1 }),
        generation: fc.nat(),
      }),
      at: fc.nat({ max: LABEL_LENGTH - 1 }),
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

  it('does not pass at any other path or host: 10,000 of them', async () => {
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

    await fc.assert(property, { numRuns: 10_000 });
  });
});
