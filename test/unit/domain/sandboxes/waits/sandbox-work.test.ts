import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  SandboxWork,
  type WorkOrder,
  type WorkOutcome,
} from '../../../../../shared/domain/sandboxes/waits/sandbox-work.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';
import { MemoryWorkRows } from '../../../../support/sandboxes/memory-stores.ts';
import { workRowsSuite } from '../../../../support/sandboxes/work-rows.suite.ts';
import { searchSize } from '../../../../support/search-size.ts';

const place = { ownerId: 'ann', sandboxId: 's' };
const LEASE = 120;

let clock: SettableClock;
let rows: MemoryWorkRows;
let work: SandboxWork;
beforeEach(() => {
  clock = new SettableClock();
  rows = new MemoryWorkRows();
  work = new SandboxWork(rows, LEASE, clock.now);
  vi.spyOn(console, 'warn').mockReturnValue();
  return () => vi.restoreAllMocks();
});

const idsOf = (orders: Awaited<ReturnType<SandboxWork['begin']>>) => orders?.map(({ id }) => id);

/** Works on everything that is due. */
async function serve(holder: string, outcome: WorkOutcome): Promise<boolean> {
  const orders = (await work.begin(place, holder)) ?? [];
  return work.finish(place, holder, new Map(orders.map((order) => [order, outcome])));
}

describe('rows in memory', () => {
  workRowsSuite(() => new MemoryWorkRows());
});

describe('the work of a sandbox', () => {
  it('has one worker, however many requests come, and the worker gets all of them', async () => {
    const invited = await Promise.all(['a', 'b', 'c', 'a', null].map((id) => work.request(place, id)));
    expect(invited.filter(Boolean)).toHaveLength(1);
    expect(idsOf(await work.begin(place, 'one'))?.toSorted()).toEqual(['a', 'b', 'c', null]);
    expect(await work.begin(place, 'another')).toBeUndefined();
    expect(await work.request(place, 'd')).toBe(false);
  });

  it('is not lost when a request comes during the work for an earlier one', async () => {
    await work.request(place, 'a');
    const [order] = (await work.begin(place, 'one')) ?? [];
    await work.request(place, 'a');
    if (!order) throw new Error('no order');
    expect(await work.finish(place, 'one', new Map([[order, 'done']]))).toBe(true);
    expect(await serve('one', 'done')).toBe(false);
    expect(await work.orders(place)).toEqual([]);
  });

  it('goes to another worker when the lease of one that died ends, and the sweep finds it', async () => {
    await work.request(place, 'a');
    await work.begin(place, 'dies');
    clock.advance(LEASE - 1);
    expect(await work.resume(place)).toBe(false);
    clock.advance(1);
    expect(await work.resume(place)).toBe(true);
    expect(idsOf(await work.begin(place, 'next'))).toEqual(['a']);
  });

  it('is found by the sweep when the process died before it invoked the worker', async () => {
    expect(await work.request(place, 'a')).toBe(true);
    clock.advance(30);
    expect(await work.resume(place)).toBe(true);
  });

  it('that fails is tried again after a pause, three times in all', async () => {
    await work.request(place, 'a');
    expect(await serve('1', 'failed')).toBe(false);
    expect(await work.resume(place)).toBe(false);
    for (const worker of ['2', '3']) {
      clock.advance(60);
      expect(await work.resume(place)).toBe(true);
      await serve(worker, 'failed');
    }
    clock.advance(60);
    expect(await work.resume(place)).toBe(false);
    expect(await work.orders(place)).toEqual([]);
  });

  it('with progress is tried as often as it takes', async () => {
    await work.request(place, 'a');
    for (let run = 0; run < 9; run += 1) expect(await serve(`${run}`, 'progress')).toBe(true);
    await serve('last', 'done');
    expect(await work.orders(place)).toEqual([]);
  });

  it('becomes one order for the whole sandbox when there are too many', async () => {
    for (let id = 0; id < 101; id += 1) await work.request(place, `${id}`);
    expect(idsOf(await work.begin(place, 'one'))).toEqual([null]);
  });

  it('is ended by a worker whose lease was taken over without ending that of the other', async () => {
    await work.request(place, 'a');
    const [order] = (await work.begin(place, 'slow')) ?? [];
    clock.advance(LEASE);
    await work.begin(place, 'next');
    if (!order) throw new Error('no order');
    await work.finish(place, 'slow', new Map([[order, 'done']]));
    expect(await work.begin(place, 'third')).toBeUndefined();
  });

  it('is done after each request, by one worker at a time, wherever workers die', async () => {
    const steps = ['request', 'begin', 'finish', 'die', 'sweep'] as const;
    const step = fc.tuple(fc.constantFrom(...steps), fc.integer({ min: 0, max: 2 }));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (given) => {
        const model = new Model();
        for (const [what, which] of given) await model[what](which);
        await model.die();
        await model.settle();
        for (const [id, asked] of model.asked) expect(model.begun.get(id) ?? 0).toBeGreaterThanOrEqual(asked);
      }),
      { numRuns: searchSize.sagas },
    );
  });
});

/** Workers of one sandbox that begin, finish and die. `asked` and `begun` number the requests. */
class Model {
  readonly asked = new Map<string, number>();
  readonly begun = new Map<string, number>();
  readonly #clock = new SettableClock();
  readonly #work = new SandboxWork(new MemoryWorkRows(), LEASE, this.#clock.now);
  #worker: { readonly holder: string; readonly orders: readonly WorkOrder[]; readonly at: number } | undefined;
  #requests = 0;
  #deaths = 0;

  async request(which: number): Promise<void> {
    this.#requests += 1;
    this.asked.set(`${which}`, this.#requests);
    await this.#work.request(place, `${which}`);
  }

  async begin(which: number): Promise<void> {
    const orders = await this.#work.begin(place, `${which}`);
    if (!orders) return;
    expect(this.#worker?.holder ?? `${which}`).toBe(`${which}`);
    this.#worker ??= { holder: `${which}`, orders, at: this.#requests };
  }

  async finish(): Promise<void> {
    if (!this.#worker) return;
    const { holder, orders, at } = this.#worker;
    this.#worker = undefined;
    for (const { id } of orders) this.begun.set(`${id}`, at);
    await this.#work.finish(place, holder, new Map(orders.map((order) => [order, 'done'])));
  }

  /** More deaths would use up the tries of an order. */
  async die(): Promise<void> {
    if (this.#deaths === 2) return;
    this.#deaths += 1;
    this.#worker = undefined;
    this.#clock.advance(LEASE);
  }

  async sweep(): Promise<void> {
    await this.#work.resume(place);
  }

  async settle(): Promise<void> {
    for (let runs = 0; runs < 4; runs += 1) {
      await this.sweep();
      await this.begin(9);
      await this.finish();
    }
    expect(await this.#work.orders(place)).toEqual([]);
  }
}
