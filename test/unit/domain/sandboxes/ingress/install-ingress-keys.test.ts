import { describe, expect, it } from 'vitest';
import { acceptedKeys, type IngressGeneration } from '../../../../../shared/domain/sandboxes/ingress/ingress-keys.ts';
import {
  EDGE_ENTRY_BYTES,
  installIngressKeys,
} from '../../../../../shared/domain/sandboxes/ingress/install-ingress-keys.ts';
import type { MasterSecret } from '../../../../../shared/platform/aws/master-keys.ts';
import { edgeKeysSuite } from '../../../../support/sandboxes/edge-keys.suite.ts';
import { MemoryEdgeKeys } from '../../../../support/sandboxes/memory-edge-keys.ts';

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
  return installIngressKeys({ edge, secret, now: () => now, pause: async (time) => void pauses.push(time) });
}

describe('an edge in memory', () => edgeKeysSuite(async () => new MemoryEdgeKeys()));

describe('installing the keys of the ingress', () => {
  it('writes every accepted key under its number, as the function at the edge reads them', async () => {
    const edge = new MemoryEdgeKeys();
    const secret = secretOf(first, second);

    const outcome = await install(edge, async () => secret);

    const [one, two] = acceptedKeys(secret, now);
    expect(outcome).toEqual({ installed: [1, 2], changed: true });
    expect(JSON.parse(edge.entry ?? '')).toEqual({
      1: { key: one?.key, until: seconds + 60 },
      2: { key: two?.key },
    });
  });

  it('writes nothing when the edge has them already', async () => {
    const edge = new MemoryEdgeKeys();
    await install(edge, async () => secretOf());
    const version = await edge.version();

    expect(await install(edge, async () => secretOf())).toEqual({ installed: [1], changed: false });
    expect(await edge.version()).toBe(version);
  });

  it('takes a key from the edge whose time is over', async () => {
    const edge = new MemoryEdgeKeys();
    await install(edge, async () => secretOf(first, second));

    const over = secretOf({ ...first, until: seconds }, second);

    expect(await install(edge, async () => over)).toEqual({ installed: [2], changed: true });
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

    expect(await install(edge, readAndLose, pauses)).toEqual({ installed: [1, 2], changed: false });
    expect(pauses).toEqual([100]);
  });

  it('gives up when another writer wins every time', async () => {
    const edge = new MemoryEdgeKeys();
    const pauses: number[] = [];
    let written = 0;
    const lose = async () => {
      written += 1;
      await edge.replace(`other ${written}`, await edge.version());
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
      expect((error as Error).message, what).toContain('the master secret is damaged');
      expect(`${(error as Error).stack}${String((error as Error).cause)}`, what).not.toContain('hidden');
    }
  });
});
