import type { Conversation } from '../../../shared/domain/conversations/record/conversation.ts';
import type { ReadMeter } from '../rows/read-meter.ts';
import { median } from '../statistics.ts';
import { agentEvent } from './agent-events.ts';
import type { IngestScene } from './ingest-scene.ts';
import type { WriteUnits } from './write-units.ts';

/** The costs of the webhook for one batch size. */
export interface BatchCost {
  readonly size: number;
  /** CPU time of the function for a request, in milliseconds. */
  readonly cpuMs: number;
  /** DynamoDB calls and write units of one request. Its two reads cost one unit each. */
  readonly calls: number;
  readonly writeUnits: number;
}

/** The reference agent delivers five events at once, or after two seconds. */
const DEFAULT_BATCH = 5;

const batchSizes = [1, DEFAULT_BATCH, 25, 100, 500] as const;

export interface Meters {
  readonly reads: ReadMeter;
  readonly writes: WriteUnits;
}

/** Measures the sizes in turns, so that other load affects all of them. The first round does not count. */
export async function measureBatches(
  scene: IngestScene,
  meters: Meters,
  { runs, events }: { readonly runs: number; readonly events: number },
): Promise<readonly BatchCost[]> {
  const conversation = await scene.addConversation(0);
  const samples = new Map<number, BatchCost[]>(batchSizes.map((size) => [size, []]));
  for (let round = -1; round < runs; round += 1) {
    for (const size of batchSizes) {
      const cost = await measureRound(scene, meters, conversation, size, Math.ceil(events / size));
      if (round >= 0) samples.get(size)?.push(cost);
    }
  }
  return [...samples].map(([size, costs]) => medianOf(size, costs));
}

async function measureRound(
  scene: IngestScene,
  { reads, writes }: Meters,
  conversation: Conversation,
  size: number,
  requests: number,
): Promise<BatchCost> {
  const begin = Date.now();
  const made = Array.from({ length: requests }, (_, request) => {
    const events = Array.from({ length: size }, (_unused, index) => {
      const number = request * size + index;
      return agentEvent(number, new Date(begin + number));
    });
    return scene.request(conversation, events);
  });
  reads.take();
  writes.take();
  const before = process.cpuUsage();
  for (const request of made) await scene.deliver(request);
  const { user, system } = process.cpuUsage(before);
  const each = (sum: number) => sum / requests;
  return {
    size,
    cpuMs: each((user + system) / 1_000),
    calls: each(reads.take().calls),
    writeUnits: each(writes.take()),
  };
}

function medianOf(size: number, costs: readonly BatchCost[]): BatchCost {
  const of = (part: Exclude<keyof BatchCost, 'size'>) => median(costs.map((cost) => cost[part]));
  return { size, cpuMs: of('cpuMs'), calls: of('calls'), writeUnits: of('writeUnits') };
}

/** The times for a history: reading its last page, and adding a batch. */
interface HistoryCost {
  readonly events: number;
  readonly pageUnits: number;
  readonly pageMs: number;
  readonly appendUnits: number;
  readonly appendMs: number;
}

export interface HistoryCosts {
  readonly short: HistoryCost;
  readonly long: HistoryCost;
  /** Times with the long history, relative to the short one: medians over the rounds. */
  readonly pageRatio: number;
  readonly appendRatio: number;
}

export async function measureHistories(
  scene: IngestScene,
  meters: Meters,
  lengths: readonly [short: number, long: number],
  runs: number,
): Promise<HistoryCosts> {
  const conversations = [await scene.addConversation(lengths[0]), await scene.addConversation(lengths[1])] as const;
  const rounds: (readonly [HistoryCost, HistoryCost])[] = [];
  for (let round = -1; round < runs; round += 1) {
    const one = await onceOf(scene, meters, conversations[0], lengths[0]);
    const other = await onceOf(scene, meters, conversations[1], lengths[1]);
    if (round >= 0) rounds.push([one, other]);
  }
  const ratio = (part: 'pageMs' | 'appendMs') => median(rounds.map(([one, other]) => other[part] / one[part]));
  const all = (index: 0 | 1): HistoryCost => {
    const of = (part: keyof HistoryCost) => median(rounds.map((round) => round[index][part]));
    const units = { pageUnits: of('pageUnits'), appendUnits: of('appendUnits') };
    return { events: lengths[index], ...units, pageMs: of('pageMs'), appendMs: of('appendMs') };
  };
  return { short: all(0), long: all(1), pageRatio: ratio('pageMs'), appendRatio: ratio('appendMs') };
}

async function onceOf(
  scene: IngestScene,
  { reads, writes }: Meters,
  conversation: Conversation,
  events: number,
): Promise<HistoryCost> {
  reads.take();
  const pageMs = await timed(() => scene.readLastPage(conversation));
  const pageUnits = reads.take().units;
  const now = Date.now();
  const batch = Array.from({ length: DEFAULT_BATCH }, (_, number) => agentEvent(number, new Date(now + number)));
  const request = scene.request(conversation, batch);
  reads.take();
  writes.take();
  const appendMs = await timed(() => scene.deliver(request));
  return { events, pageUnits, pageMs, appendUnits: writes.take(), appendMs };
}

/** Returns milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
