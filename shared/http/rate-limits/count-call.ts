import type { Caller } from '../../contract/endpoint/caller.ts';
import { lineagesOf } from '../../contract/shapes/lineages.ts';
import { tightest } from '../../domain/billing/budgets/tightest.ts';
import { callsKeyOf, type DynamoApiCalls } from '../../domain/billing/usage/dynamo-api-calls.ts';
import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import type { Metric } from '../../platform/metrics.ts';
import { isLegacyPath } from '../answers/deprecation.ts';
import { CONDITIONAL_FACTOR } from './conditional.ts';
import { LIMITS_PATH } from './limits-path.ts';
import { type CallBound, callBoundsOf, type DynamoLineageCalls } from './lineage-calls.ts';
import type { OwnerRates } from './owner-rates.ts';
import { type RateState, WINDOW_SECONDS } from './rate-limit.ts';

export interface CountingDeps {
  readonly calls: Pick<DynamoApiCalls, 'count' | 'takeBack'>;
  readonly lineages: Pick<DynamoLineageCalls, 'count' | 'takeBack'>;
  readonly bounds: KnownBounds;
  readonly owners: Pick<OwnerRates, 'prefetch' | 'of'>;
  /** The limit of keys whose owner has no limit. */
  readonly stageLimit: number;
  readonly metric: Metric;
  readonly now: Clock;
  /** Maximum wait for the count in milliseconds, from its beginning. */
  readonly patience: number;
  /** Maximum milliseconds from the beginning of the request: less than the authorizer's timeout. */
  readonly latest: number;
}

/** The route of a request, with parameter names in its path. */
interface Route {
  readonly method: string;
  readonly path: string;
  /** Whether the request can end in a 304. It then counts towards the limit only if it does not (`charge`). */
  readonly isConditional?: boolean;
}

/** A count that, for a known key, runs during the look-up of the key. */
interface CallCount {
  /** The state of the rate limit, including this request unless it is conditional. */
  rate(caller: Caller): Promise<RateState>;
  /** Undoes the count for a key that is no longer valid. */
  refused(): Promise<void>;
}

/**
 * Counts a request: for a known key from now on, for any other after its look-up, so that an invented key writes
 * nothing. If that fails, the request continues, with a log line and a metric.
 */
export function countCall(
  key: { readonly keyId: string; readonly hash: string },
  route: Route,
  deps: CountingDeps,
): CallCount {
  const at = deps.now();
  const callsKey = callsKeyOf(key.hash);
  const isLegacy = isLegacyPath(route.path);
  const isCounted = !(isRead(route.method) && route.path === LIMITS_PATH);
  const call = { isLegacy, isConditional: route.isConditional ?? false };
  const count = () => (isCounted ? orUncounted(deps.calls.count(callsKey, call, at), at, deps) : undefined);
  const known = isCounted ? deps.bounds.of(callsKey) : undefined;
  const counting = known && count();
  const countedEarly = known && countForLineages(known, at, call, deps);
  deps.owners.prefetch(key.keyId);
  return {
    rate: async (caller) => {
      const bounds = callBoundsOf(caller.ownerId, lineagesOf(caller));
      deps.bounds.remember(callsKey, bounds);
      const ofLineages = countedEarly ?? (isCounted ? countForLineages(bounds, at, call, deps) : undefined);
      const [limit, minute, counts] = await Promise.all([
        limitOfEachKey(caller, at, deps),
        counting ?? count(),
        ofLineages,
      ]);
      if (isLegacy) logLegacyUse(caller, route);
      const own = { limit, used: minute?.calls ?? null };
      // An early count was for the bounds of the last request: those of a member can have changed since.
      const counted = countedEarly ? (known ?? []) : bounds;
      const countOf = ({ lineage }: CallBound) => counts?.[counted.findIndex((one) => one.lineage === lineage)];
      const shared = bounds.map((bound) => ({ limit: bound.limit, used: countOf(bound)?.calls ?? null }));
      const state = { ...tightest([own, ...shared]), resetAt: minute?.endsAt ?? endOfWindow(at) };
      if (!call.isConditional || !minute) return state;
      const conditional = tightest([
        { limit: limit * CONDITIONAL_FACTOR, used: minute.conditional },
        ...bounds.map((bound) => ({
          limit: bound.limit * CONDITIONAL_FACTOR,
          used: countOf(bound)?.conditional ?? 0,
        })),
      ]);
      return { ...state, conditional: { ...conditional, ownLimit: limit } };
    },
    refused: async () => {
      deps.bounds.forget(callsKey);
      const [minute, counts] = await Promise.all([counting, countedEarly]);
      await Promise.all([
        minute && orUncounted(deps.calls.takeBack(callsKey, call, at), at, deps),
        counts && orUncounted(deps.lineages.takeBack(known ?? [], at, call.isConditional), at, deps),
      ]);
    },
  };
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Counts one request for each lineage, without a write if there are none. */
function countForLineages(
  bounds: readonly CallBound[],
  at: Date,
  { isConditional }: { readonly isConditional: boolean },
  deps: CountingDeps,
) {
  return bounds.length === 0 ? undefined : orUncounted(deps.lineages.count(bounds, at, isConditional), at, deps);
}

/** The owner's limit for each of its keys, or that of the stage. Limits of keys are lower. */
async function limitOfEachKey({ ownerId, keyId }: Caller, at: Date, deps: CountingDeps): Promise<number> {
  return (await orUncounted(deps.owners.of(ownerId, keyId), at, deps)) ?? deps.stageLimit;
}

async function orUncounted<T>(promise: Promise<T>, began: Date, deps: CountingDeps): Promise<T | undefined> {
  const left = deps.latest - (deps.now().getTime() - began.getTime());
  const wait = Math.max(0, Math.min(deps.patience, left));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error(`no answer within ${wait} milliseconds`));
    // After a pause of the process, timers run before answers that have already arrived.
    timer = setTimeout(() => setImmediate(giveUp), wait);
  });
  try {
    return await Promise.race([promise, late]);
  } catch (error) {
    log.error('rate limit not applied', { error });
    deps.metric('CallsUncounted', 1, 'Count');
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function logLegacyUse({ ownerId, keyId }: Caller, { method, path }: Route): void {
  log.info('legacy call', { owner_id: ownerId, key_id: keyId, route: `${method} ${path}` });
}

function endOfWindow(now: Date): Date {
  const window = WINDOW_SECONDS * 1000;
  return new Date((Math.floor(now.getTime() / window) + 1) * window);
}

/** The most keys to remember. */
const MOST = 10_000;

/**
 * Recent keys with their lineage limits, so that requests can be counted during the look-up of the key. Lineages of a
 * key never change; limits change only for members, and apply from the second request on. Keys are identified by their
 * hash, so that no other caller counts for their lineages.
 */
export class KnownBounds {
  readonly #bounds = new Map<string, readonly CallBound[]>();

  /** Undefined for an unknown key. */
  of(callsKey: string): readonly CallBound[] | undefined {
    return this.#bounds.get(callsKey);
  }

  remember(callsKey: string, bounds: readonly CallBound[]): void {
    if (this.#bounds.size >= MOST) this.#bounds.clear();
    this.#bounds.set(callsKey, bounds);
  }

  forget(callsKey: string): void {
    this.#bounds.delete(callsKey);
  }
}
