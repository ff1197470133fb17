import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { type GitProvider, ProviderType } from '../../../contract/shapes/enums.ts';
import type { SandboxAuthentication } from '../../sandboxes/agent/authenticate-sandbox.ts';
import type { SandboxKeys } from '../../sandboxes/agent/keys.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { apiStatus, isGone } from '../../sandboxes/record/status.ts';

/** Lifetime of a token in seconds: 14 days. */
const LIFETIME = 14 * 24 * 60 * 60;

/** Length limit of a signed token (JWS, RFC 7515). */
const MAX_LENGTH = 2_000;

const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');

const Claims = z.strictObject({
  owner_id: z.string(),
  sandbox_id: z.string(),
  provider_type: ProviderType,
  /** In seconds since 1970. */
  exp: z.int(),
});

export interface AccessGrant {
  readonly ownerId: string;
  readonly provider: GitProvider;
}

/** Access tokens stay valid after a pause, so their key derives from the master key. */
export interface TokenCheck extends SandboxAuthentication {
  readonly keys: Pick<SandboxKeys, 'accessKey'>;
}

/** Issues a token for the owner's current git token. Unlike the session key, it stays valid after a pause. */
export async function issueAccessToken(
  sandbox: Sandbox,
  provider: GitProvider,
  keys: Pick<SandboxKeys, 'accessKey'>,
  now: Date,
): Promise<string> {
  const claims: z.infer<typeof Claims> = {
    owner_id: sandbox.owner_id,
    sandbox_id: sandbox.sandbox_id,
    provider_type: provider,
    exp: Math.floor(now.getTime() / 1000) + LIFETIME,
  };
  const signed = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${signed}.${sign(signed, await keys.accessKey(sandbox))}`;
}

/** Reads a token that is authentic, not expired and of a running sandbox; undefined for any other. */
export async function readAccessToken(
  token: string | null,
  { sandboxes, keys }: TokenCheck,
  now: Date,
): Promise<AccessGrant | undefined> {
  const [header, payload, signature, ...rest] = (token ?? '').slice(0, MAX_LENGTH + 1).split('.');
  const isWhole = header === HEADER && payload && signature && rest.length === 0 && (token ?? '').length <= MAX_LENGTH;
  const claims = isWhole ? claimsOf(payload) : undefined;
  if (!claims || !signature || claims.exp * 1000 <= now.getTime()) return undefined;
  const sandbox = await sandboxes.find(claims.owner_id, claims.sandbox_id);
  if (isGone(sandbox) || sandbox.key_id === null || apiStatus(sandbox) !== 'RUNNING') return undefined;
  const expected = sign(`${header}.${payload}`, await keys.accessKey(sandbox));
  return isSame(signature, expected) ? { ownerId: claims.owner_id, provider: claims.provider_type } : undefined;
}

function sign(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

function claimsOf(payload: string): z.infer<typeof Claims> | undefined {
  try {
    return Claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
