import { describe, expect, it } from 'vitest';
import { SPREAD_SECONDS, withPrepared, withSigning } from '../../../../infra/keys/rotate-ingress.ts';
import {
  acceptedNameKeys,
  DerivedIngressKeys,
  type IngressGeneration,
} from '../../../../shared/domain/sandboxes/ingress/ingress-keys.ts';
import type { MasterSecret } from '../../../../shared/platform/aws/master-keys.ts';

const now = new Date('2026-11-22T12:00:00Z');
const seconds = now.getTime() / 1000;

const secretOf = (...generations: IngressGeneration[]): MasterSecret => ({
  current: 'k2',
  k1: 'one',
  k2: 'two',
  ingress: JSON.stringify(generations),
});
const listOf = ({ ingress = '' }: MasterSecret): IngressGeneration[] => JSON.parse(ingress);

describe('a generation is prepared', () => {
  it('of the current master key, in addition to the one that exists without a list', () => {
    const step = withPrepared({ current: 'k2', k1: 'one', k2: 'two' }, now);

    expect(step).toMatchObject({ number: 2, continued: false });
    expect(step.secret).toMatchObject({ current: 'k2', k1: 'one', k2: 'two' });
    expect(listOf(step.secret)).toEqual([
      { number: 1, master: 'k1', from: 0 },
      { number: 2, master: 'k2' },
    ]);
  });

  it('once: a later run continues it', () => {
    const { secret } = withPrepared(secretOf({ number: 1, master: 'k1', from: 0 }), now);

    expect(withPrepared(secret, now)).toEqual({ secret, number: 2, continued: true });
  });

  it('again with another number if the master key has changed since', () => {
    const left = secretOf({ number: 1, master: 'k1', from: 0 }, { number: 2, master: 'k1' });
    const step = withPrepared(left, now);

    expect(step).toMatchObject({ number: 3, continued: false });
    expect(listOf(step.secret)).toEqual([
      { number: 1, master: 'k1', from: 0 },
      { number: 3, master: 'k2' },
    ]);
  });

  it('not while the newest has only begun to sign', () => {
    const signing = (from: number) => secretOf({ number: 4, master: 'k2', from });

    expect(withPrepared(signing(seconds + SPREAD_SECONDS), now)).toMatchObject({ number: 4, continued: true });
    expect(withPrepared(signing(seconds - 59), now)).toMatchObject({ number: 4, continued: true });
    expect(withPrepared(signing(seconds - 60), now)).toMatchObject({ number: 5, continued: false });
  });

  it('under the next free number after 255, with a master key that gave none of them', () => {
    const [one, last] = [
      { number: 1, master: 'k1', from: 0 },
      { number: 255, master: 'k1', from: 0 },
    ];

    expect(withPrepared(secretOf(one, last), now).number).toBe(2);
    expect(() => withPrepared(secretOf({ ...last, master: 'k2' }), now)).toThrow('npm run keys -- rotate-master');
  });

  it('not when the edge has no room for it', () => {
    const many = Array.from({ length: 12 }, (_, at) => ({
      number: at + 1,
      master: 'k1',
      from: at,
      until: seconds + 600 + at,
    }));

    expect(() => withPrepared(secretOf(...many, { number: 200, master: 'k1', from: 20 }), now)).toThrow(
      'The edge has no room for another key while 13 are accepted. The next one ends at 2026-11-22T12:10:00.000Z.',
    );
  });
});

describe('the prepared generation signs', () => {
  const prepared = secretOf(
    { number: 1, master: 'k1', from: 0, until: seconds, names_until: seconds },
    { number: 2, master: 'k1', from: 5, until: seconds + 100 },
    { number: 3, master: 'k1', from: 10 },
    { number: 4, master: 'k2' },
  );

  it('after a delay, and older ones expire after the same delay and leave the list', () => {
    const step = withSigning(prepared, { now, overlapSeconds: 600 });
    const from = seconds + SPREAD_SECONDS;

    expect(step).toMatchObject({ number: 4, from, until: from + 600 });
    expect(listOf(step.secret)).toEqual([
      { number: 2, master: 'k1', from: 5, until: seconds + 100 },
      { number: 3, master: 'k1', from: 10, until: from + 600 },
      { number: 4, master: 'k2', from },
    ]);
  });

  it("from the same time if a later run repeats it, which can only shorten the others' validity", () => {
    const { secret, from } = withSigning(prepared, { now, overlapSeconds: 600 });
    const later = new Date(now.getTime() + 10_000);

    expect(withSigning(secret, { now: later, overlapSeconds: 86_400 }).secret).toEqual(secret);
    expect(listOf(withSigning(secret, { now: later, overlapSeconds: 0 }).secret).map(({ until }) => until)).toEqual(
      [from, from, undefined].map((until, at) => (at === 0 ? Math.min(seconds + 100, from) : until)),
    );
  });
});

describe('names', () => {
  const [one, two] = [
    { number: 1, master: 'k1', from: 0 },
    { number: 2, master: 'k2' },
  ];
  const numbersOf = (secret: MasterSecret, at = now) => acceptedNameKeys(secret, at).map(({ number }) => number);
  const signer = async (secret: MasterSecret, at: Date) =>
    (await new DerivedIngressKeys({ secret: async () => secret }, () => at).forNames()).number;
  const later = new Date(now.getTime() + 3_600_000);

  it('keep their key over every rotation of labels, also after its labels have ended', async () => {
    const first = withSigning(secretOf(one, two), { now, overlapSeconds: 0 }).secret;
    const second = withSigning(withPrepared(first, later).secret, { now: later, overlapSeconds: 0 }).secret;

    expect(listOf(second).map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(numbersOf(second, later)).toEqual([1]);
    expect(await signer(second, later)).toBe(1);
  });

  it('end with the overlap when an operator ends all addresses, and always have a key that signs', async () => {
    const { secret } = withSigning(secretOf(one, two), { now, overlapSeconds: 600, kinds: 'labels and names' });

    expect(numbersOf(secret)).toEqual([1, 2]);
    expect(await signer(secret, now)).toBe(1);
    expect(await signer(secret, new Date(now.getTime() + SPREAD_SECONDS * 1000))).toBe(2);
    expect(numbersOf(secret, later)).toEqual([2]);
  });

  it('of a leaked key end as soon as the next key signs', async () => {
    const { secret } = withSigning(secretOf(one, two), { now, overlapSeconds: 0, kinds: 'labels and names' });
    const next = new Date(now.getTime() + SPREAD_SECONDS * 1000);

    expect(await signer(secret, now)).toBe(1);
    expect([numbersOf(secret, next), await signer(secret, next)]).toEqual([[2], 2]);
  });
});
