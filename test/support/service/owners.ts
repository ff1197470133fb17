import { randomBytes } from 'node:crypto';
import { openStores, type Stores } from '../../../infra/keys/find-service.ts';
import { addKey, orderOf } from '../../../infra/keys/key-commands.ts';
import { readOptions } from '../../../infra/keys/options.ts';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import { Api } from './api.ts';
import { runNode } from './local-service.ts';
import { rememberSecret } from './secrets-of-run.ts';
import type { ServiceAddress } from './service-address.ts';

/** An owner with a key and no objects, so that tests do not affect each other. */
export interface Owner {
  readonly name: string;
  readonly keyId: string;
  readonly apiKey: string;
  readonly api: Api;
  readonly client: ServiceClient;
  readonly bearer: Api;
}

let own: ServiceAddress | undefined;
let stores: Promise<Stores> | undefined;

export function useService(address: ServiceAddress): void {
  if (own?.baseUrl !== address.baseUrl) stores = undefined;
  own = address;
}

/** The service of this worker. No other test file uses it at the same time. */
export function service(): ServiceAddress {
  if (!own) throw new Error('test/support/service/own-service.ts did not run before this file');
  return own;
}

export const anonymous = () => new Api(service().baseUrl);

/** @param options options of `npm run keys -- create` */
export async function newOwner(options: readonly string[] = [], name = newName()): Promise<Owner> {
  const { keyId, apiKey } = await issued(['--owner', name, ...options]);
  rememberSecret('an API key', apiKey);
  const { baseUrl } = service();
  const client = new ServiceClient({ baseUrl, apiKey });
  const [api, bearer] = [Api.withKey(baseUrl, apiKey), Api.withBearer(baseUrl, apiKey)];
  const owner = { name, keyId, apiKey, client, api, bearer };
  owners.push(owner);
  return owner;
}

const owners: Owner[] = [];

/** Creates a key as the command does, without its two processes. */
async function issued(args: readonly string[]): Promise<{ readonly keyId: string; readonly apiKey: string }> {
  const { values } = readOptions([...args, ...service().keysOption]);
  const now = new Date();
  stores ??= openStores(values);
  const { text, record } = await addKey(orderOf(values, now), await stores, now);
  return { keyId: record.key_id, apiKey: text };
}

export async function removeSandboxes(): Promise<void> {
  await Promise.all(owners.splice(0).map(({ api }) => deleteSandboxes(api)));
}

async function deleteSandboxes(api: Api): Promise<void> {
  const { status, body } = await api.get('/api/v1/sandboxes/search');
  // A revoked or expired key cannot clean up.
  if (status !== 200) return;
  await Promise.all(body.items.map(({ id }: { id: string }) => api.delete(`/api/v1/sandboxes/${id}`)));
}

export function keys(...args: readonly string[]) {
  return runNode(['infra/keys/cli.ts', ...args, ...service().keysOption], process.env);
}

export function newName(): string {
  return `e2e-${randomBytes(5).toString('hex')}`;
}
