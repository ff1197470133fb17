import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import type { JWK } from 'oidc-provider';
import * as z from 'zod';
import { readStateFile, writeStateFile } from '../state/state-file.ts';

const Keys = z.object({
  /** The private keys that tokens are signed with, the newest of each kind first. */
  signing: z.array(z.record(z.string(), z.unknown())).min(1),
  /** The secrets that cookies are signed with. */
  cookies: z.array(z.string()).min(1),
});

export interface ProviderKeys {
  readonly signing: readonly JWK[];
  readonly cookies: readonly string[];
}

/** The keys of the file; new ones if there is none, or none that can be read. */
export async function keptKeys(path: string | undefined): Promise<ProviderKeys> {
  const text = path === undefined ? undefined : await readStateFile(path);
  const kept = text === undefined ? undefined : Keys.safeParse(jsonIn(text)).data;
  if (kept) return kept;
  const keys = { signing: await newSigningKeys(), cookies: [randomBytes(32).toString('base64url')] };
  if (path !== undefined) await keepKeys(path, keys);
  return keys;
}

export async function keepKeys(path: string, keys: ProviderKeys): Promise<void> {
  await writeStateFile(path, JSON.stringify(keys));
}

/** One key for each algorithm that clients can ask for. */
export async function newSigningKeys(): Promise<readonly JWK[]> {
  return Promise.all(
    ['RS256', 'ES256'].map(async (alg) => {
      const { privateKey } = await generateKeyPair(alg, { extractable: true });
      return { ...(await exportJWK(privateKey)), alg, use: 'sig', kid: randomBytes(8).toString('hex') };
    }),
  );
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
