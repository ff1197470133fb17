import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import {
  identify,
  type PresentedKey,
  type PresentedToken,
  presented,
} from '../../shared/domain/accounts/callers/identify-key.ts';
import { identifyPerson } from '../../shared/domain/accounts/callers/identify-person.ts';
import { DynamoKeyStore } from '../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { UseNotes } from '../../shared/domain/accounts/keys/note-use.ts';
import { DynamoMemberStore } from '../../shared/domain/accounts/people/dynamo-member-store.ts';
import { IssuerKeys } from '../../shared/domain/accounts/people/issuer-keys.ts';
import type { NamedOwner } from '../../shared/domain/accounts/people/membership.ts';
import { oidcSettings } from '../../shared/domain/accounts/people/oidc-settings.ts';
import { callsHashOf } from '../../shared/domain/accounts/people/person.ts';
import { callsKeyOf, DynamoApiCalls } from '../../shared/domain/billing/usage/dynamo-api-calls.ts';
import { headerOf } from '../../shared/http/header.ts';
import { isConditional } from '../../shared/http/rate-limits/conditional.ts';
import { countCall, KnownBounds } from '../../shared/http/rate-limits/count-call.ts';
import { DynamoLineageCalls } from '../../shared/http/rate-limits/lineage-calls.ts';
import { dynamoOwnerRate, OwnerRates } from '../../shared/http/rate-limits/owner-rates.ts';
import { toContext } from '../../shared/http/rate-limits/rate-limit.ts';
import { callerContext, signedInContext } from '../../shared/http/request/caller-context.ts';
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
  const settings = oidcSettings();
  return {
    keys,
    members: new DynamoMemberStore(documents(), granted),
    provider: settings && { settings, issuerKeys: new IssuerKeys(settings.issuer, systemClock) },
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

type Event = APIGatewayRequestAuthorizerEvent;

/** Identifies the caller and counts the call. Its error becomes a 401. Operations check scope and rate limit. */
export async function handler(event: Event): Promise<APIGatewayAuthorizerResult> {
  const credential = presented(event.headers ?? {});
  if (!credential) throw new Error('Unauthorized');
  return credential.kind === 'key' ? authorizeKey(credential, event) : authorizePerson(credential, event);
}

async function authorizeKey(key: PresentedKey, event: Event): Promise<APIGatewayAuthorizerResult> {
  const deps = depsOf();
  const count = countCall(key, routeOf(event), deps);
  const identified = await identify(key, deps, deps.now);
  if (!identified) {
    await count.refused();
    throw new Error('Unauthorized');
  }
  const { caller, record } = identified;
  const [rate] = await Promise.all([count.rate(caller), deps.uses.note(record, deps.now())]);
  return allowed(event, caller.ownerId, {
    ...callerContext(caller),
    ...toContext(rate),
    calls_key: callsKeyOf(key.hash),
  });
}

/** Only calls of members are counted: others reach no owner's data. */
async function authorizePerson(token: PresentedToken, event: Event): Promise<APIGatewayAuthorizerResult> {
  const { provider, ...deps } = depsOf();
  const identified = provider && (await identifyPerson(token, namedIn(event), { ...deps, ...provider }));
  if (!identified) throw new Error('Unauthorized');
  const { caller, signedIn } = identified;
  if (!caller) return allowed(event, signedIn.id, signedInContext(signedIn));
  const hash = callsHashOf(caller.ownerId, signedIn.id);
  const rate = await countCall({ keyId: caller.keyId, hash }, routeOf(event), deps).rate(caller);
  return allowed(event, caller.ownerId, {
    ...callerContext(caller),
    ...signedInContext(signedIn),
    ...toContext(rate),
    calls_key: callsKeyOf(hash),
  });
}

function routeOf({ httpMethod: method, resource: path, headers }: Event) {
  return { method, path, isConditional: isConditional(method, headers) };
}

/** Clients with several organizations name one in each request, in the path or in a header for all paths. */
function namedIn({ headers, pathParameters }: Event): NamedOwner {
  return { inHeader: headerOf(headers, 'x-org-id')?.trim() || undefined, inPath: pathParameters?.org_id };
}

function allowed(
  { methodArn }: Event,
  principalId: string,
  context: Record<string, string>,
): APIGatewayAuthorizerResult {
  const allow = { Effect: 'Allow', Action: 'execute-api:Invoke', Resource: wholeStage(methodArn) } as const;
  return { principalId, policyDocument: { Version: '2012-10-17', Statement: [allow] }, context };
}

/** The policy covers the whole stage, so that a cached result is valid for every endpoint. */
function wholeStage(methodArn: string): string {
  const [api, stage] = methodArn.split('/');
  return `${api}/${stage}/*`;
}
