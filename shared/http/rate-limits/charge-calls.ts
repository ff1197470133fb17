import type { Caller } from '../../contract/endpoint/caller.ts';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { lineagesOf } from '../../contract/shapes/lineages.ts';
import { tightest } from '../../domain/billing/budgets/tightest.ts';
import { DynamoApiCalls } from '../../domain/billing/usage/dynamo-api-calls.ts';
import { documents } from '../../platform/aws/documents.ts';
import { optionalEnv, requireEnv } from '../../platform/env.ts';
import { log } from '../../platform/log.ts';
import { embeddedMetric } from '../../platform/metrics.ts';
import { LIMITS_PATH } from './limits-path.ts';
import { callBoundsOf, DynamoLineageCalls } from './lineage-calls.ts';
import type { RateState } from './rate-limit.ts';

/** Counts a conditional request that did not end in a 304. @returns the state of the rate limit, including it */
export type ChargeCall = (caller: Caller, callsKey: string, state: RateState) => Promise<RateState>;

/** Whether the functions of an endpoint charge. The requests of others do not count, or cannot be conditional. */
export function isCharged({ access, method, path }: Pick<Endpoint, 'access' | 'method' | 'path'>): boolean {
  return access === 'key' && method === 'GET' && path !== LIMITS_PATH;
}

/** The counts in DynamoDB. Bundles of functions that charge nothing leave it out (`infra/bundling/plugins.ts`). */
export function callCharges(): ChargeCall {
  const tables = { apiCalls: requireEnv('API_CALLS_TABLE') };
  const [calls, lineageCalls] = [new DynamoApiCalls(documents(), tables), new DynamoLineageCalls(documents(), tables)];
  return async (caller, callsKey, state) => {
    // The minute in which the authorizer counted it.
    const at = new Date(state.resetAt.getTime() - 1);
    const bounds = callBoundsOf(caller.ownerId, lineagesOf(caller));
    try {
      const [used, counts] = await Promise.all([
        calls.charge(callsKey, at),
        bounds.length === 0 ? [] : lineageCalls.count(bounds, at),
      ]);
      const own = { limit: state.conditional?.ownLimit ?? state.limit, used };
      const shared = bounds.map(({ limit }, index) => ({ limit, used: counts[index]?.calls ?? null }));
      return { ...state, ...tightest([own, ...shared]) };
    } catch (error) {
      log.error('rate limit not applied', { error });
      embeddedMetric(optionalEnv('DEPLOYMENT') ?? 'unnamed')('CallsUncounted', 1, 'Count');
      return state;
    }
  };
}
