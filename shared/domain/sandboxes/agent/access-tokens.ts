import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { type GitProvider, ProviderType } from '../../../contract/shapes/enums.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { apiStatus, isGone } from '../record/status.ts';
import type { SandboxAuthentication } from './authenticate-sandbox.ts';
import type { SandboxKeys } from './keys.ts';

/** Length limit of a signed token (JWS, RFC 7515). */
const MAX_LENGTH = 2_000;

const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');

const Claims = z.strictObject({
  owner_id: z.string(),
  sandbox_id: z.string(),
  provider_type: ProviderType,
  /** The server that gets the git token. */
  base: z.string(),
  /** Null for whatever the owner's token can access. */
  repository: z.string().nullable(),
});

/** What an access token gives its sandbox. */
export interface AccessGrant {
  readonly provider: GitProvider;
  readonly base: string;
  readonly repository: string | null;
}

/** Access tokens stay valid after a pause, so their key derives from the master key and the sandbox alone. */
export interface TokenCheck extends SandboxAuthentication {
  readonly keys: Pick<SandboxKeys, 'accessKey'>;
}

/**
 * Issues a token for the owner's current git token. Agents keep it in the files of conversations, so it is valid as
 * long as its sandbox exists, but only while that runs, and opens nothing else.
 */
export async function issueAccessToken(
  sandbox: Sandbox,
  { provider, base, repository }: AccessGrant,
  keys: Pick<SandboxKeys, 'accessKey'>,
): Promise<string> {
  const { owner_id, sandbox_id } = sandbox;
  const claims: z.infer<typeof Claims> = { owner_id, sandbox_id, provider_type: provider, base, repository };
  const signed = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${signed}.${sign(signed, await keys.accessKey(sandbox))}`;
}

/** Reads a token that is authentic and of a running sandbox; undefined for any other. */
export async function readAccessToken(
  token: string | null,
  { sandboxes, keys }: TokenCheck,
): Promise<(AccessGrant & { readonly ownerId: string }) | undefined> {
  const [header, payload, signature, ...rest] = (token ?? '').slice(0, MAX_LENGTH + 1).split('.');
  const isWhole = header === HEADER && payload && signature && rest.length === 0 && (token ?? '').length <= MAX_LENGTH;
  const claims = isWhole ? claimsOf(payload) : undefined;
  if (!claims || !signature) return undefined;
  const sandbox = await sandboxes.find(claims.owner_id, claims.sandbox_id);
  if (isGone(sandbox) || sandbox.key_id === null || apiStatus(sandbox) !== 'RUNNING') return undefined;
  const expected = sign(`${header}.${payload}`, await keys.accessKey(sandbox));
  if (!isSame(signature, expected)) return undefined;
  const { owner_id: ownerId, provider_type: provider, base, repository } = claims;
  return { ownerId, provider, base, repository };
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
