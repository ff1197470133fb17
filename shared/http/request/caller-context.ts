import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Caller, CallingMember, SignedIn } from '../../contract/endpoint/caller.ts';
import { limitsContext, limitsOfContext } from '../../contract/shapes/limits.ts';
import { descentContext, descentOfContext } from '../../contract/shapes/lineages.ts';
import { knownScopes } from '../../contract/shapes/scopes.ts';
import { AppError } from '../../platform/errors.ts';
import { headerOf } from '../header.ts';

/** What API Gateway passes from the authorizer to functions: only texts. An empty one means none. */
type Context = Readonly<Record<string, string>>;

/** Encodes the caller. */
export function callerContext(caller: Caller): Context {
  const { ownerId, keyId, keyName, scheme, credential, issuedAt, person, scopes, limits } = caller;
  return {
    owner_id: ownerId,
    key_id: keyId,
    key_name: keyName ?? '',
    scheme,
    credential,
    issued_at: String(issuedAt ?? ''),
    member: person === undefined ? '' : JSON.stringify(person),
    scopes: scopes.join(' '),
    ...limitsContext(limits),
    ...descentContext(caller),
  };
}

/** Encodes the person of a token. */
export function signedInContext(person: SignedIn): Context {
  return { signed_in: JSON.stringify(person) };
}

/**
 * Decodes the caller of an endpoint that belongs to an owner.
 *
 * @throws AppError `not_a_member` for a person who signed in and is a member of no such owner
 * @throws when the authorizer's context is absent: an endpoint with a key must never run without an owner
 */
export function callerOf(event: APIGatewayProxyEvent): Caller {
  const context = event.requestContext.authorizer ?? {};
  const { owner_id: ownerId, key_id: keyId, key_name: keyName, scheme, credential, member } = context;
  if (typeof ownerId !== 'string' || typeof keyId !== 'string') {
    if (isText(context.signed_in)) throw notAMember(event);
    throw new Error('the authorizer gave no owner');
  }
  return {
    ownerId,
    keyId,
    keyName: isText(keyName) ? keyName : null,
    scheme: scheme === 'bearer' ? 'bearer' : 'session-header',
    credential: credential === 'token' ? 'token' : 'key',
    ...(isText(context.issued_at) ? { issuedAt: Number(context.issued_at) } : {}),
    ...(isText(member) ? { person: JSON.parse(member) as CallingMember } : {}),
    ...(isText(context.signed_in) ? { signedIn: signedInOf(event) } : {}),
    scopes: isText(context.scopes) ? knownScopes(context.scopes.split(' ')) : [],
    limits: limitsOfContext(context),
    ...descentOfContext(context),
  };
}

/** Whether the caller acts for an owner. */
export function hasOwner(event: APIGatewayProxyEvent): boolean {
  return isText(event.requestContext.authorizer?.owner_id);
}

/** Whether the request has the token of a person. */
export function isSignedIn(event: APIGatewayProxyEvent): boolean {
  return isText(event.requestContext.authorizer?.signed_in);
}

/** Decodes the person of a token. @throws AppError `forbidden` for an API key */
export function signedInOf(event: APIGatewayProxyEvent): SignedIn {
  const text = event.requestContext.authorizer?.signed_in;
  if (isText(text)) return JSON.parse(text) as SignedIn;
  throw new AppError('forbidden', 'Sign in as a person: this request does not accept API keys.');
}

function notAMember({ headers }: APIGatewayProxyEvent): AppError {
  return new AppError(
    'not_a_member',
    headerOf(headers, 'x-org-id')
      ? 'You are not a member of the organization in X-Org-Id. Choose another one, or ask one of its admins for an invitation.'
      : 'You are not a member of any organization. Ask an admin for an invitation, or send POST /api/v1/sign-in if your identity provider assigns you to one.',
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
