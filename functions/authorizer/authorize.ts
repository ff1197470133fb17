import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { documents } from '../../shared/aws/documents.ts';
import { systemClock } from '../../shared/clock.ts';
import { requireEnv } from '../../shared/env.ts';
import type { Caller } from '../../shared/http/endpoint.ts';
import { authenticate } from '../../shared/keys/authenticate.ts';
import { DynamoKeyStore } from '../../shared/keys/key-store.ts';

let keys: DynamoKeyStore | undefined;

/** Identifies the caller by their API key, and nothing more: what they may touch is for each operation to decide. API Gateway turns this error into its 401. */
export async function handler(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  keys ??= new DynamoKeyStore(documents(), requireEnv('API_KEYS_TABLE'));
  const caller = await authenticate(event.headers ?? {}, keys, systemClock);
  if (!caller) throw new Error('Unauthorized');
  return {
    principalId: caller.ownerId,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: wholeStage(event.methodArn) }],
    },
    context: contextOf(caller),
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
