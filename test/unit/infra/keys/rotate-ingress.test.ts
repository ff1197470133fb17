import { describe, expect, it } from 'vitest';
import { type IngressParts, overlapOf, rotate, SPREAD_SECONDS } from '../../../../infra/keys/rotate-ingress.ts';
import { DerivedIngressKeys } from '../../../../shared/domain/sandboxes/ingress/ingress-keys.ts';
import { installIngressKeys } from '../../../../shared/domain/sandboxes/ingress/install-ingress-keys.ts';
import type { MasterSecret } from '../../../../shared/platform/aws/master-keys.ts';
import { MemoryEdgeKeys } from '../../../support/sandboxes/memory-stores.ts';

const start = new Date('2026-11-22T12:00:00Z');
const DAY = 86_400;

/** A service whose operator can be interrupted before or after any step. */
class Service implements IngressParts {
  secret: MasterSecret = { current: 'k1', k1: 'a master key' };
  time = start;
  readonly edge = new MemoryEdgeKeys();
  readonly steps: string[] = [];
  /** The step at which the operator is interrupted, before or after it is done. */
  cut: { readonly at: number; readonly done: boolean } | undefined;
  #version = 1;

  readonly now = () => this.time;

  async readSecret() {
    return { secret: this.secret, version: String(this.#version) };
  }

  async replaceSecret(next: MasterSecret, from: string | undefined) {
    await this.#step('secret', async () => {
      expect(from).toBe(String(this.#version));
      this.secret = next;
      this.#version += 1;
    });
  }

  async install() {
    let installed: readonly number[] = [];
    await this.#step('edge', async () => {
      const deps = {
        edge: this.edge,
        secret: async () => this.secret,
        serviceUrl: 'https://api.example.com',
        now: this.now,
        pause: async () => undefined,
      };
      ({ installed } = await installIngressKeys(deps));
    });
    return installed;
  }

  /** @returns the number of the signing key, after a check that the edge accepts its signature */
  async signing(): Promise<number> {
    const { number, key } = await new DerivedIngressKeys({ secret: async () => this.secret }, this.now).current();
    const accepted = JSON.parse(this.edge.entry ?? '{}')[number];
    expect(accepted?.key).toBe(key);
    expect(accepted.until ?? Number.POSITIVE_INFINITY).toBeGreaterThan(this.time.getTime() / 1000);
    return number;
  }

  pass(seconds: number): void {
    this.time = new Date(this.time.getTime() + seconds * 1000);
  }

  async #step(name: string, run: () => Promise<void>): Promise<void> {
    const isCut = this.cut?.at === this.steps.push(name) - 1;
    if (isCut && !this.cut?.done) throw new Error('cut off');
    await run();
    if (isCut) throw new Error('cut off');
  }
}

async function deployed(): Promise<Service> {
  const service = new Service();
  await service.install();
  service.steps.length = 0;
  return service;
}

const untilsOf = ({ edge }: Service) =>
  Object.values<{ until?: number }>(JSON.parse(edge.entry ?? '{}')).map(({ until }) => until);

describe('a rotation of the ingress key', () => {
  it("tells the edge a key before it signs, and the old key's expiry", async () => {
    const service = await deployed();

    const rotation = await rotate(service, DAY, service.now);

    expect(service.steps).toEqual(['edge', 'secret', 'edge', 'secret', 'edge']);
    expect(rotation).toEqual({
      number: 2,
      from: '2026-11-22T12:00:30.000Z',
      until: '2026-11-23T12:00:30.000Z',
      continued: false,
    });
    expect(await service.signing()).toBe(1);
    expect(untilsOf(service)).toEqual([start.getTime() / 1000 + SPREAD_SECONDS + DAY, undefined]);
    service.pass(SPREAD_SECONDS);
    expect(await service.signing()).toBe(2);
  });

  it('rotates again and again, and forgets the keys that are over', async () => {
    const service = await deployed();
    for (let round = 2; round < 30; round += 1) {
      expect((await rotate(service, 600, service.now)).number).toBe(round);
      service.pass(SPREAD_SECONDS);
      expect(await service.signing()).toBe(round);
      service.pass(3600);
    }

    expect(untilsOf(service).length).toBe(2);
  });

  it.each(
    [0, 1, 2, 3, 4].flatMap((at) => [
      { at, done: false },
      { at, done: true },
    ]),
  )('that is cut off at step $at (done: $done) leaves a key that works, and the next run goes on', async (cut) => {
    const service = await deployed();
    service.cut = cut;
    await expect(rotate(service, DAY, service.now)).rejects.toThrow('cut off');
    service.cut = undefined;
    expect(await service.signing()).toBe(1);

    const { number } = await rotate(service, DAY, service.now);

    expect(number).toBe(2);
    service.pass(SPREAD_SECONDS);
    expect(await service.signing()).toBe(2);
    expect(untilsOf(service)).toEqual([start.getTime() / 1000 + SPREAD_SECONDS + DAY, undefined]);
  });

  it('that was interrupted before the edge knew the expiry tells it a day later, and rotates again', async () => {
    const service = await deployed();
    service.cut = { at: 4, done: false };
    await expect(rotate(service, 600, service.now)).rejects.toThrow('cut off');
    service.cut = undefined;
    service.pass(DAY);
    expect(await service.signing()).toBe(2);

    expect(await rotate(service, 600, service.now)).toMatchObject({ number: 3, continued: false });
    expect(Object.keys(JSON.parse(service.edge.entry ?? ''))).toEqual(['2', '3']);
  });

  it('without an overlap ends the old key when the new one starts, also after a recent rotation', async () => {
    const service = await deployed();
    await rotate(service, DAY, service.now);

    const rotation = await rotate(service, 0, service.now);

    expect(rotation).toMatchObject({ number: 2, until: rotation.from, continued: true });
    expect(untilsOf(service)).toEqual([start.getTime() / 1000 + SPREAD_SECONDS, undefined]);
  });

  it('changes nothing when the edge cannot be given keys', async () => {
    const service = await deployed();
    const { secret } = service;
    service.install = () => Promise.reject(new Error('no edge'));

    await expect(rotate(service, DAY, service.now)).rejects.toThrow('no edge');
    expect(service.secret).toBe(secret);
  });

  it('lets no key sign that the edge has not taken', async () => {
    const service = await deployed();
    service.install = async () => [1];

    await expect(rotate(service, DAY, service.now)).rejects.toThrow('The edge does not have key 2.');
    service.pass(DAY);
    expect(await service.signing()).toBe(1);
  });
});

it('the overlap is a day, ten minutes or more, or nothing', () => {
  expect([undefined, '10m', '2h', '0'].map(overlapOf)).toEqual([DAY, 600, 7200, 0]);
  expect(() => overlapOf('9m')).toThrow('Write 10m or more, or 0 for a leaked key');
  expect(() => overlapOf('soon')).toThrow("--overlap: 'soon' is not a duration");
});
