import { GetCommand, PutCommand, type UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { DynamoWaitPlaces } from '../../../../../shared/domain/sandboxes/waits/dynamo-wait-places.ts';
import { DynamoWorkRows } from '../../../../../shared/domain/sandboxes/waits/dynamo-work-rows.ts';
import { noWork, SandboxWork } from '../../../../../shared/domain/sandboxes/waits/sandbox-work.ts';
import type { WaitBounds, WaitPlace } from '../../../../../shared/domain/sandboxes/waits/wait-for-status.ts';
import { placeToWork } from '../../../../../shared/domain/sandboxes/waits/worker-places.ts';
import { systemClock } from '../../../../../shared/platform/clock.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';
import { aSandboxId } from '../../../../support/sandboxes/sandbox-data.ts';
import { waitPlacesSuite } from '../../../../support/sandboxes/stores.suite.ts';
import { workRowsSuite } from '../../../../support/sandboxes/work-rows.suite.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();

describe('places in DynamoDB', () => {
  waitPlacesSuite((bounds, now) => new DynamoWaitPlaces(tables.documents, tables, bounds, now));
});

describe('rows of work in DynamoDB', () => {
  workRowsSuite(() => new DynamoWorkRows(tables.documents, tables, 'backfill', systemClock));

  it('that are damaged keep no other sandbox from its work, and are written again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const rows = new DynamoWorkRows(tables.documents, tables, 'backfill', systemClock);
    const work = new SandboxWork(rows, 30, systemClock);
    const good = { ownerId: 'ann', sandboxId: aSandboxId() };
    await work.request(good, 'a');
    const damages = [{ version: 'x' }, { version: undefined }, { orders: [{ id: 1 }] }, { lease_until: 7 }];
    for (const damage of damages) {
      const bad = { ownerId: 'ann', sandboxId: aSandboxId() };
      const Item = { ...noWork, waits_key: `#backfill-work/ann/${bad.sandboxId}`, ...damage };
      await tables.documents.send(new PutCommand({ TableName: tables.waits, Item }));
      expect(await work.waiting([bad, good])).toEqual([good]);
      expect(await work.request(bad, 'b')).toBe(true);
      expect(await work.waiting([bad])).toEqual([bad]);
    }
  });
});

describe('places of the workers of an owner', () => {
  it('are bounded for each owner alone', async () => {
    const places = new DynamoWaitPlaces(tables.documents, tables, { perKey: 2, overall: null }, systemClock);
    const deps = { places, pause: async () => undefined };
    const take = (ownerId: string) => placeToWork('backfill', ownerId, new Date(Date.now() + 60_000), deps);
    const taken = [await take('ann'), await take('ann'), await take('ann'), await take('bob')];
    expect(taken.map((place) => place !== undefined)).toEqual([true, true, false, true]);
    await Promise.all(taken.map((place) => place && places.release(place)));
    expect(await take('ann')).toBeDefined();
  });
});

describe('rows of places', () => {
  // Runs after the tests above, whose places belong to the same service.
  const clock = new SettableClock('2027-06-01T12:00:00.000Z');
  const until = () => new Date(clock.now().getTime() + 29_000);

  /** The wait places of a key, with a count of their writes. */
  function counted(keyId: string, bounds: WaitBounds) {
    let writes = 0;
    const documents = new Proxy(tables.documents, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...parameters: unknown[]): unknown => {
          if (name === 'send') writes += 1;
          return Reflect.apply(member, target, parameters);
        };
      },
    });
    const places = new DynamoWaitPlaces(documents, tables, bounds, clock.now);
    const writesOf = async <T>(call: () => Promise<T>) => {
      const before = writes;
      return [await call(), writes - before] as const;
    };
    return {
      take: () => writesOf(() => places.take({ ownerId: 'ann', keyId }, until())),
      release: (place: WaitPlace) => writesOf(() => places.release(place)),
    };
  }

  const placeOf = ([outcome]: readonly [WaitPlace | string, number]): WaitPlace =>
    typeof outcome === 'string' ? expect.fail(outcome) : outcome;

  it('cost two writes when a wait begins, two when it ends, and one for a key whose places are taken', async () => {
    const { take, release } = counted('cost', { perKey: 1, overall: 10_000 });
    const began = await take();

    expect(began[1]).toBe(2);
    expect(await take()).toEqual(['key_full', 1]);
    expect(await release(placeOf(began))).toEqual([undefined, 2]);
  });

  it('cost at most seven writes when all places of the service are taken', async () => {
    const bounds = { perKey: 60, overall: 50 };
    const { take } = counted('all', bounds);
    clock.advance(60);
    for (let index = 0; index < 50; index += 1) placeOf(await take());
    const [outcome, writes] = await counted('one-more', bounds).take();

    expect(outcome).toBe('service_full');
    // Takes a slot of the key, tries five full rows of the service and returns the slot.
    expect(writes).toBe(7);
  });

  it('hold only one slot when a write is repeated after its response was lost', async () => {
    clock.advance(60);
    const twice = new Proxy(tables.documents, {
      get: (target, name) =>
        name === 'send'
          ? (command: UpdateCommand) => target.send(command).then(() => target.send(command))
          : Reflect.get(target, name),
    });
    const bounds = { perKey: 2, overall: 50 };
    const waiter = { ownerId: 'ann', keyId: 'twice' };
    const outcomes = [
      await new DynamoWaitPlaces(twice, tables, bounds, clock.now).take(waiter, until()),
      await new DynamoWaitPlaces(tables.documents, tables, bounds, clock.now).take(waiter, until()),
    ];

    expect(outcomes).toEqual(Array(2).fill({ holder: expect.any(String), slots: expect.any(Array) }));
  });

  it('cost nothing if no request can wait', async () => {
    expect(await counted('none', { perKey: 5, overall: 0 }).take()).toEqual(['service_full', 0]);
  });

  it('spread the places of the service over rows of ten', async () => {
    clock.advance(60);
    const { take } = counted('spread', { perKey: 100, overall: 25 });
    const rows = new Map<string, number>();
    for (let index = 0; index < 25; index += 1) {
      const row = placeOf(await take()).slots[1]?.row ?? '';
      rows.set(row, (rows.get(row) ?? 0) + 1);
    }

    expect([...rows].toSorted()).toEqual([
      ['#service/0', 10],
      ['#service/1', 10],
      ['#service/2', 5],
    ]);
  });

  it('keep the owner first in the key of a row, and expire a day after its last use', async () => {
    const { take, release } = counted('row', { perKey: 1, overall: 10_000 });
    const place = placeOf(await take());
    const rowNow = async () => {
      const command = new GetCommand({ TableName: tables.waits, Key: { waits_key: 'ann/row' }, ConsistentRead: true });
      return (await tables.documents.send(command)).Item;
    };

    const expiry = Math.ceil(until().getTime() / 1000) + 24 * 60 * 60;
    expect(await rowNow()).toEqual({
      waits_key: 'ann/row',
      holder_0: place.holder,
      until_0: until().getTime(),
      expires_at: expiry,
    });
    await release(place);
    expect(await rowNow()).toEqual({ waits_key: 'ann/row', expires_at: expiry });
  });
});
