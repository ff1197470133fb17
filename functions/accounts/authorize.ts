import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type { Caller } from '../../shared/contract/endpoint/caller.ts';
import { limitsContext } from '../../shared/contract/shapes/limits.ts';
import { descentContext } from '../../shared/contract/shapes/lineages.ts';
import { identify, presentedKey } from '../../shared/domain/accounts/keys/authenticate.ts';
import { DynamoKeyStore } from '../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { UseNotes } from '../../shared/domain/accounts/keys/note-use.ts';
import { callsKeyOf, DynamoApiCalls } from '../../shared/domain/billing/usage/dynamo-api-calls.ts';
import { isConditional } from '../../shared/http/rate-limits/conditional.ts';
import { countCall, KnownBounds } from '../../shared/http/rate-limits/count-call.ts';
import { DynamoLineageCalls } from '../../shared/http/rate-limits/lineage-calls.ts';
import { dynamoOwnerRate, OwnerRates } from '../../shared/http/rate-limits/owner-rates.ts';
import { toContext } from '../../shared/http/rate-limits/rate-limit.ts';
import { documents } from '../../shared/platform/aws/documents.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { requireEnv, requireEnvInteger } from '../../shared/platform/env.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { embeddedMetric } from '../../shared/platform/metrics.ts';
import type { Granted } from '../../shared/rights/index.ts';

const depsOf = wired(() => wire(grantedTo('authorize')));

function wire(granted: Granted<'authorize'>) {
  const keys = new DynamoKeyStore(documents(), granted);
  return {
    keys,
    uses: new UseNotes(keys),
    calls: new DynamoApiCalls(documents(), granted),
    lineages: new DynamoLineageCalls(documents(), granted),
    bounds: new KnownBounds(),
    owners: new OwnerRates(dynamoOwnerRate(documents(), granted.owners), systemClock),
    stageLimit: requireEnvInteger('REQUESTS_PER_MINUTE'),
    metric: embeddedMetric(requireEnv('DEPLOYMENT')),
    now: systemClock,
    patience: 5_000,
    latest: 9_000,
  };
}

/** Identifies the caller and counts the call. Its error becomes a 401. Operations check scope and rate limit. */
export async function handler(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const deps = depsOf();
  const presented = presentedKey(event.headers ?? {});
  if (!presented) throw new Error('Unauthorized');
  const { httpMethod: method, resource: path, headers } = event;
  const count = countCall(presented, { method, path, isConditional: isConditional(method, headers) }, deps);
  const identified = await identify(presented, deps.keys, deps.now);
  if (!identified) {
    await count.refused();
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

/** The context from which endpoints read the caller. API Gateway only passes strings: an empty one means none. */
function contextOf(caller: Caller): Record<string, string> {
  const { ownerId, keyId, keyName, scheme, scopes, limits } = caller;
  return {
    owner_id: ownerId,
    key_id: keyId,
    key_name: keyName ?? '',
    scheme,
    scopes: scopes.join(' '),
    ...limitsContext(limits),
    ...descentContext(caller),
  };
}

/** The policy covers the whole stage, so that a cached result is valid for every endpoint. */
function wholeStage(methodArn: string): string {
  const [api, stage] = methodArn.split('/');
  return `${api}/${stage}/*`;
}
