import { unitPrices } from '../../../../infra/docs/cost/prices.ts';
import { defaults } from '../../../../infra/settings/defaults.ts';
import { pauseRequested } from '../../../../shared/domain/sandboxes/intent/intents.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { ServiceAtScale } from '../world/service-at-scale.ts';

/** Milliseconds between two requests of a burst, at the default request rate of the API. */
const IN_BURST = 1000 / defaults.prod.requestsPerSecond;

/** The calls and units that the entries at the edge cost in some time. */
export interface EntryCosts {
  readonly during: string;
  readonly kind: 'starts' | 'running' | 'pauses' | 'idle';
  readonly sandboxes: number;
  /** Entries in the store at the end. */
  readonly entries: number;
  /** Seconds from the first request until the last entry was at the edge, or the last one was removed. */
  readonly seconds: number | undefined;
  /** The longest time from an agent's address until its name works at the edge, in seconds. */
  readonly slowest: number | undefined;
  /** All calls of the store's API: UpdateKeys, DescribeKeyValueStore and ListKeys. */
  readonly calls: number;
  /** UpdateKeys, and those of them that met another writer. */
  readonly updates: number;
  readonly lostRaces: number;
  readonly describes: number;
  readonly listings: number;
  /** Units of the table of entries. */
  readonly reads: number;
  readonly writes: number;
  readonly usd: number;
}

/** @param every milliseconds between two requests; those of a burst by default */
export async function entriesOf(starts: number, every = IN_BURST): Promise<readonly EntryCosts[]> {
  const service = new ServiceAtScale(defaults.prod.launchesPerSecond);
  const { time, edge, sandboxes, readyAt } = service;
  const name = every === IN_BURST ? `${starts} at once` : `${starts}, one each ${every / 1000} s`;
  const minute = { work: () => time.pause(60_000), isDone: () => true };
  service.begin(60);
  const started = await measure(service, `starts: ${name}`, {
    work: async () => {
      for (let made = 0; made < starts; made += 1) {
        await service.ask(`owner-${Math.floor(made / 10)}`);
        await time.pause(every);
      }
    },
    isDone: () => readyAt.size === starts && edge.store.values.size === starts,
  });
  const running = await measure(service, 'a minute while they run', minute);
  const paused = await measure(service, `pauses: ${name}`, {
    work: async () => {
      for (const row of [...sandboxes.rows.values()]) {
        await pause(row, service);
        await time.pause(every);
      }
    },
    isDone: () => edge.store.values.size === 0,
  });
  // Until their tasks have ended, their disks are saved, and the store was compared for the last time.
  await time.pass(75 * 60_000);
  const idle = await measure(service, 'an idle minute', minute);
  service.end();
  const kinds = { starts: started, running, pauses: paused, idle };
  return Object.entries(kinds).map(([kind, costs]) => {
    return { ...costs, kind: kind as EntryCosts['kind'], sandboxes: starts };
  });
}

async function pause(row: Sandbox, { sandboxes, time }: ServiceAtScale): Promise<void> {
  const now = time.clock.now();
  const previous = await sandboxes.find(row.owner_id, row.sandbox_id);
  const next = previous && pauseRequested(previous, now);
  if (next) await sandboxes.save([{ previous, next }]);
}

interface Phase {
  readonly work: () => Promise<unknown>;
  readonly isDone: () => boolean;
}

async function measure(
  service: ServiceAtScale,
  during: string,
  { work, isDone }: Phase,
): Promise<Omit<EntryCosts, 'kind' | 'sandboxes'>> {
  const { time, aws, edge } = service;
  const begun = time.milliseconds;
  aws.forget();
  edge.forget();
  let isWorkDone = false;
  void work().then(() => {
    isWorkDone = true;
  });
  await time.runUntil(() => isWorkDone && isDone(), begun + 2 * 60 * 60_000);
  // For the last results of the writer.
  await time.pass(2_000);
  const [calls, reads, writes] = [
    aws.sum('edgeStore.', 'calls'),
    aws.sum('edgeRows.', 'reads'),
    aws.sum('edgeRows.', 'writes'),
  ];
  const { edgeStoreCall, tableRead, tableWrite } = unitPrices;
  return {
    during,
    entries: edge.store.values.size,
    seconds: edge.lastChange && (edge.lastChange - begun) / 1000,
    slowest: edge.slowest && edge.slowest / 1000,
    calls,
    updates: aws.sum('edgeStore.update', 'calls'),
    lostRaces: edge.store.lostRaces,
    describes: aws.sum('edgeStore.version', 'calls'),
    listings: aws.sum('edgeStore.entries', 'calls'),
    reads,
    writes,
    usd: calls * edgeStoreCall.usd + reads * tableRead.usd + writes * tableWrite.usd,
  };
}
