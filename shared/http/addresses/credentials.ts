import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { holds } from '../../contract/shapes/scopes.ts';
import { hashOf, parseApiKey } from '../../domain/accounts/keys/api-key.ts';
import { identify } from '../../domain/accounts/keys/authenticate.ts';
import type { DynamoKeyStore } from '../../domain/accounts/keys/dynamo-key-store.ts';
import { sessionKeyHash } from '../../domain/sandboxes/agent/keys.ts';
import type { Sandbox } from '../../domain/sandboxes/record/sandbox.ts';
import type { Visitor } from '../../domain/sandboxes/waking/wake.ts';
import type { Clock } from '../../platform/clock.ts';

/** The scope of a resume. */
const SCOPE = 'sandboxes:write';

/** VS Code keeps the session key in this cookie. */
const EDITOR_COOKIE = 'vscode-tkn';

/** More credentials in one request are not looked at. */
const MOST = 4;

export interface CredentialDeps {
  readonly keys: Pick<DynamoKeyStore, 'find'>;
  readonly now: Clock;
}

/** The caller that a request at an address of this sandbox proves to be. Keys of other owners prove nothing. */
export async function visitorOf(
  sandbox: Sandbox,
  credentials: readonly string[],
  deps: CredentialDeps,
): Promise<Visitor> {
  for (const text of credentials) if (isSessionKey(text, sandbox)) return { kind: 'session-key' };
  for (const text of credentials) {
    const key = parseApiKey(text);
    const found =
      key && (await identify({ keyId: key.keyId, hash: hashOf(key), scheme: 'bearer' }, deps.keys, deps.now));
    if (found && found.caller.ownerId === sandbox.owner_id && holds(found.caller.scopes, SCOPE))
      return { kind: 'caller', caller: found.caller };
  }
  return { kind: 'stranger' };
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

/** The texts of a request that can be keys. @param uri the path and query that the client requested */
export function credentialsIn({ headers, uri }: { headers: Headers; uri: string | undefined }): readonly string[] {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const query = new URLSearchParams(/\?(.*)$/s.exec(uri ?? '')?.[1] ?? '');
  const cookie = cookieIn(headers, EDITOR_COOKIE);
  const texts = [bearer, headers['x-session-api-key']?.trim(), query.get('session_api_key'), query.get('tkn'), cookie];
  return [...new Set(texts.flatMap((text) => (text ? [text] : [])))].slice(0, MOST);
}

export function cookieIn({ cookie = '' }: Headers, name: string): string | undefined {
  const pairs = cookie.split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([first]) => first === name)?.[1];
}

/** By names in lower case. */
export type Headers = APIGatewayProxyEvent['headers'];
