import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  acceptedKeys,
  DerivedIngressKeys,
  INGRESS_MEMBER,
  type IngressGeneration,
  ingressGenerations,
} from '../../../../../shared/domain/sandboxes/ingress/ingress-keys.ts';
import type { MasterSecret } from '../../../../../shared/platform/aws/master-keys.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';

const clock = new SettableClock();
const now = clock.now().getTime() / 1000;

function secretWith(...generations: readonly IngressGeneration[]): MasterSecret {
  const keys = { current: 'k2', k1: 'the first', k2: 'the second' };
  return generations.length === 0 ? keys : { ...keys, [INGRESS_MEMBER]: JSON.stringify(generations) };
}

const keyOf = (master: string, number: number): string =>
  createHmac('sha256', master).update(`ingress|${number}`).digest('base64url');

const current = (secret: MasterSecret) => new DerivedIngressKeys({ secret: async () => secret }, clock.now).current();

const old = { number: 1, master: 'k1', from: 0 };

describe('the ingress keys of a deployment', () => {
  it('are one of the first master key, before any rotation', async () => {
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
    const secret = secretWith({ ...old, until: now + 60 }, { number: 2, master: 'k2', from: now });

    expect(await current(secret)).toEqual({ number: 2, key: keyOf('the second', 2) });
    expect(acceptedKeys(secret, clock.now())).toEqual([
      { number: 1, key: keyOf('the first', 1), until: now + 60 },
      { number: 2, key: keyOf('the second', 2) },
    ]);
  });

  it('do not sign with one whose time is to come', async () => {
    expect(await current(secretWith(old, { number: 2, master: 'k2', from: now + 1 }))).toMatchObject({ number: 1 });
  });

  it('accept no key from its end on', () => {
    const secret = secretWith({ ...old, until: now }, { number: 2, master: 'k2', from: now - 60 });

    expect(acceptedKeys(secret, clock.now()).map(({ number }) => number)).toEqual([2]);
  });

  it('differ by number, also of one master key', () => {
    const secret = secretWith(old, { number: 2, master: 'k1', from: 0 });

    const [first, second] = acceptedKeys(secret, clock.now());
    expect(first?.key).not.toBe(second?.key);
  });

  it('are read anew each time', async () => {
    let secret = secretWith();
    const keys = new DerivedIngressKeys({ secret: async () => secret }, clock.now);
    expect(await keys.current()).toMatchObject({ number: 1 });

    secret = secretWith(old, { number: 2, master: 'k2', from: now });

    expect(await keys.current()).toMatchObject({ number: 2 });
  });

  it('fail when the secret lacks the master key, or none signs yet', async () => {
    const lost = secretWith({ number: 1, master: 'k9', from: 0 });

    expect(() => acceptedKeys(lost, clock.now())).toThrow("the master secret holds no key 'k9'");
    await expect(current(lost)).rejects.toThrow("the master secret holds no key 'k9'");
    await expect(current(secretWith({ number: 1, master: 'k1' }))).rejects.toThrow(
      'the master secret names no ingress key that signs by now',
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
