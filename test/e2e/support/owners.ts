import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { Api } from './api.ts';
import { runScript } from './local-service.ts';

/** Somebody with a key of their own, who owns nothing yet: tests neither see nor disturb each other's things. */
export interface Owner {
  readonly name: string;
  readonly keyId: string;
  readonly apiKey: string;
  /** Sends the key as X-Session-API-Key. */
  readonly api: Api;
  /** Sends the key as Authorization: Bearer. */
  readonly bearer: Api;
}

export const service = () => inject('service');

/** A client without a key. */
export const nobody = () => new Api(service().baseUrl);

export async function newOwner(options: readonly string[] = [], name = newName()): Promise<Owner> {
  const { stdout, stderr, code } = await keys('create', '--owner', name, '--json', ...options);
  if (code !== 0) throw new Error(`npm run keys failed: ${stderr}`);
  const { id: keyId, api_key: apiKey } = JSON.parse(stdout);
  const { baseUrl } = service();
  return { name, keyId, apiKey, api: Api.withKey(baseUrl, apiKey), bearer: Api.withBearer(baseUrl, apiKey) };
}

/** `npm run keys` for the service under test. */
export function keys(...args: readonly string[]) {
  return runScript('keys', [...args, ...service().keysOption]);
}

export function newName(): string {
  return `e2e-${randomBytes(5).toString('hex')}`;
}
