import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ifSeen } from '../../contract/endpoint/audience.ts';
import type { Caller } from '../../contract/endpoint/caller.ts';
import { holds } from '../../contract/shapes/scopes.ts';
import { identify, type KeyOwners, presentedKey } from '../../domain/accounts/callers/identify-key.ts';
import { sessionKeyHash } from '../../domain/sandboxes/agent/keys.ts';
import type { Sandbox } from '../../domain/sandboxes/record/sandbox.ts';
import type { Visitor } from '../../domain/sandboxes/waking/wake.ts';
import type { Clock } from '../../platform/clock.ts';

/** The scope of a resume. */
const SCOPE = 'sandboxes:write';

/** VS Code takes the session key from this parameter, and keeps it in this cookie. */
const EDITOR_QUERY = 'tkn';
const EDITOR_COOKIE = 'vscode-tkn';

/** The texts of a request that can be keys. */
export interface Credentials {
  /** Also API keys, which the edge takes from the same request when it goes to the sandbox. */
  readonly inHeaders: readonly string[];
  /** Only session keys, in the URL and in cookies. */
  readonly elsewhere: readonly string[];
}

export interface CredentialDeps extends KeyOwners {
  readonly now: Clock;
}

/**
 * The caller that a request at an address of this sandbox proves to be. Keys of other owners prove nothing, and neither
 * do those of members from whom it is hidden.
 */
export async function visitorOf(
  sandbox: Sandbox,
  { inHeaders, elsewhere }: Credentials,
  deps: CredentialDeps,
): Promise<Visitor> {
  for (const text of [...inHeaders, ...elsewhere]) if (isSessionKey(text, sandbox)) return { kind: 'session-key' };
  for (const text of inHeaders) {
    const key = presentedKey(text, 'bearer');
    const found = key && (await identify(key, deps, deps.now));
    if (found && mayWake(found.caller, sandbox)) return { kind: 'caller', caller: found.caller };
  }
  return { kind: 'stranger' };
}

function mayWake(caller: Caller, sandbox: Sandbox): boolean {
  return caller.ownerId === sandbox.owner_id && holds(caller.scopes, SCOPE) && ifSeen(caller, sandbox) !== undefined;
}

function isSessionKey(text: string, sandbox: Sandbox): boolean {
  const { session_key_hash: right } = sandbox;
  return right !== null && isSame(sessionKeyHash(sandbox, text), right);
}

/** In constant time. */
function isSame(given: string, right: string): boolean {
  const [one, other] = [given, right].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

interface Asking {
  readonly headers: Headers;
  /** The path and query that the client requested. */
  readonly uri: string | undefined;
  readonly isOfOtherOrigin: boolean;
}

/** @param isEditor whether the request is for VS Code; others have their own use for its parameter and cookie */
export function credentialsIn({ headers, uri, isOfOtherOrigin }: Asking, isEditor: boolean): Credentials {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const query = new URLSearchParams(/\?(.*)$/s.exec(uri ?? '')?.[1] ?? '');
  const cookie = isOfOtherOrigin ? undefined : cookieIn(headers, EDITOR_COOKIE);
  return {
    inHeaders: present([bearer, headers['x-session-api-key']?.trim()]),
    elsewhere: present([query.get(KEY_QUERY), ...(isEditor ? [query.get(EDITOR_QUERY), cookie] : [])]),
  };
}

function present(texts: readonly (string | null | undefined)[]): readonly string[] {
  return texts.flatMap((text) => (text ? [text] : []));
}

/** The query parameter that has the session key at every port. */
const KEY_QUERY = 'session_api_key';

/** A path and query without the key. @returns undefined if there is none in it */
export function withoutKey(uri: string): string | undefined {
  const [path, query] = uri.split(/\?(.*)/s);
  const parts = query?.split('&') ?? [];
  const kept = parts.filter((part) => part.split('=')[0] !== KEY_QUERY);
  if (path === undefined || kept.length === parts.length) return undefined;
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

export function cookieIn({ cookie = '' }: Headers, name: string): string | undefined {
  const pairs = cookie.split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([first]) => first === name)?.[1];
}

/** By names in lower case. */
export type Headers = APIGatewayProxyEvent['headers'];
