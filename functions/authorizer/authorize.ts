import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { documents } from '../../shared/aws/documents.ts';
import { systemClock } from '../../shared/clock.ts';
import { requireEnv, requireEnvInteger } from '../../shared/env.ts';
import type { Caller } from '../../shared/http/endpoint.ts';
import { identify, presentedKey } from '../../shared/keys/authenticate.ts';
import { DynamoKeyStore } from '../../shared/keys/key-store.ts';
import { UseNotes } from '../../shared/keys/note-use.ts';
import { embeddedMetric } from '../../shared/metrics.ts';
import { callsKeyOf, DynamoApiCalls } from '../../shared/rate-limits/api-calls.ts';
import { countCall } from '../../shared/rate-limits/count-call.ts';
import { dynamoOwnerRate, OwnerRates } from '../../shared/rate-limits/owner-rates.ts';
import { toContext } from '../../shared/rate-limits/rate-limit.ts';

/** Made on the first request, so that importing the file needs no environment. */
let deps: ReturnType<typeof wire> | undefined;

function wire() {
  const keys = new DynamoKeyStore(documents(), requireEnv('API_KEYS_TABLE'));
  return {
    keys,
    uses: new UseNotes(keys),
    calls: new DynamoApiCalls(documents(), requireEnv('API_CALLS_TABLE')),
    owners: new OwnerRates(dynamoOwnerRate(documents(), requireEnv('OWNERS_TABLE')), systemClock),
    stageLimit: requireEnvInteger('REQUESTS_PER_MINUTE'),
    metric: embeddedMetric(requireEnv('DEPLOYMENT')),
    now: systemClock,
    patience: 5_000,
  };
}

/**
 * Identifies the caller by their API key and counts the call beside it: what they may touch, and whether that was one call too many, is for each operation to say.
 * API Gateway turns this error into its 401.
 */
export async function handler(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  deps ??= wire();
  const presented = presentedKey(event.headers ?? {});
  if (!presented) throw new Error('Unauthorized');
  const count = countCall(presented, { method: event.httpMethod, path: event.resource }, deps);
  const identified = await identify(presented, deps.keys, deps.now);
  if ('refused' in identified) {
    await count.refused(identified.refused);
    throw new Error('Unauthorized');
  }
  const { caller, record } = identified;
  const [rate] = await Promise.all([count.rate(caller), deps.uses.note(record, deps.now())]);
  return {
    principalId: caller.ownerId,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: wholeStage(event.methodArn) }],
    },
    context: { ...contextOf(caller), ...toContext(rate), calls_key: callsKeyOf(presented.hash) },
  };
}

/** What endpoints are told of the caller. API Gateway passes texts on; the empty one stands for none. */
function contextOf({ ownerId, keyId, keyName, scheme, scopes, limits }: Caller): Record<string, string> {
  return {
    owner_id: ownerId,
    key_id: keyId,
    key_name: keyName ?? '',
    scheme,
    scopes: scopes.join(' '),
    sandbox_limit: String(limits.sandboxLimit ?? ''),
    requests_per_minute: String(limits.requestsPerMinute ?? ''),
    monthly_budget_usd: String(limits.monthlyBudgetUsd ?? ''),
    monthly_sandbox_hours: String(limits.monthlySandboxHours ?? ''),
  };
}

/** The policy covers the whole stage, so that it stays right if somebody switches the authorizer's cache on. */
function wholeStage(methodArn: string): string {
  const [api, stage] = methodArn.split('/');
  return `${api}/${stage}/*`;
}
