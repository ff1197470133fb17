import { eventOf } from '../../../infra/local/edge/edge-event.ts';
import { type Call, loadFunction } from '../../../infra/local/edge/edge-runtime.ts';
import { DOMAIN, edgeCode, NOW } from '../../support/ingress/an-edge.ts';
import { quantile } from '../statistics.ts';
import { type EdgeCase, valuesFor } from './cases.ts';

const now = () => new Date(NOW * 1000);

/** The runtime alone. Its cost is subtracted from that of the function. */
const EMPTY = 'function handler(event){return event.request}';

/** CPU microseconds of a run, all threads, without those of the runtime, by case. */
export async function measureEdge(
  cases: readonly EdgeCase[],
  { rounds, runs }: { readonly rounds: number; readonly runs: number },
): Promise<ReadonlyMap<string, number>> {
  const deployed = loadFunction(edgeCode({ sandboxDomain: DOMAIN }), now);
  const empty = loadFunction(EMPTY, now);
  const alone: number[] = [];
  const samples = new Map(cases.map(({ name }) => [name, [] as number[]]));
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const each of turned(cases, round)) {
      const micros = (await cpuOf(deployed, each, runs)) / runs;
      if (round > 0) samples.get(each.name)?.push(micros);
    }
    const [first] = cases;
    if (first && round > 0) alone.push((await cpuOf(empty, first, runs)) / runs);
  }
  return new Map([...samples].map(([name, values]) => [name, usual(values) - usual(alone)]));
}

/** Begins with another case in each round, as the first one of a round pays for what the last one left behind. */
function turned<T>(values: readonly T[], by: number): readonly T[] {
  const at = by % values.length;
  return [...values.slice(at), ...values.slice(0, at)];
}

/** The first quartile, as other programs only ever add to a sample. */
function usual(values: readonly number[]): number {
  return quantile(values, 0.25);
}

async function cpuOf(call: Call, each: EdgeCase, runs: number): Promise<number> {
  const cloudfront = storeOf(valuesFor(each));
  const events = Array.from({ length: runs }, () => eventFor(each));
  const before = process.cpuUsage();
  for (const event of events) await call(cloudfront, event);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** The module `cloudfront`, without the checks of the local edge. */
function storeOf(values: Readonly<Record<string, string>>): object {
  const get = async (key: string): Promise<unknown> => {
    const value = values[key];
    if (value === undefined) throw new Error(`the store has no key '${key}'`);
    return JSON.parse(value);
  };
  return { kvs: () => ({ get }), updateRequestOrigin: () => undefined };
}

/** The function changes its event, so each run gets one of its own. */
function eventFor({ request }: EdgeCase): object {
  const event = structuredClone(eventOf(request));
  Object.defineProperty(event.request, 'rawQueryString', { value: () => request.query });
  return event;
}
