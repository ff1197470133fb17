import { randomBytes } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import { Api } from './api.ts';
import { runScript } from './local-service.ts';
import { rememberSecret } from './secrets-of-run.ts';
import type { ServiceAddress } from './service.ts';

/** Somebody with a key of their own, who owns nothing yet: tests neither see nor disturb each other's things. */
export interface Owner {
  readonly name: string;
  readonly keyId: string;
  readonly apiKey: string;
  /** Sends the key as X-Session-API-Key. */
  readonly api: Api;
  /** The typed client, with the key. */
  readonly client: ServiceClient;
  /** Sends the key as Authorization: Bearer. */
  readonly bearer: Api;
}

/** The service that this file has to itself: of the workers that run at once, each has a number of its own. */
export function service(): ServiceAddress {
  const own = inject('services')[Number(process.env.VITEST_POOL_ID) - 1];
  if (!own) throw new Error(`There is no service for worker ${process.env.VITEST_POOL_ID}.`);
  return own;
}

/** A client without a key. */
export const nobody = () => new Api(service().baseUrl);

/** @param options of `npm run keys -- create` */
export async function newOwner(options: readonly string[] = [], name = newName()): Promise<Owner> {
  const { keyId, apiKey } = await (options.length === 0 ? issued(name) : issuedByCommand(name, options));
  rememberSecret('an API key', apiKey);
  const { baseUrl } = service();
  const client = new ServiceClient({ baseUrl, apiKey });
  const [api, bearer] = [Api.withKey(baseUrl, apiKey), Api.withBearer(baseUrl, apiKey)];
  const owner = { name, keyId, apiKey, client, api, bearer };
  owners.push(owner);
  return owner;
}

const owners: Owner[] = [];

/** As the command does it, without the second of work of two processes more. Imported late: not every file needs the SDK. */
async function issued(name: string): Promise<{ readonly keyId: string; readonly apiKey: string }> {
  const [{ openStores }, { addKey }] = await Promise.all([
    import('../../../infra/keys/open-stores.ts'),
    import('../../../infra/keys/add-key.ts'),
  ]);
  const [option, place] = service().keysOption;
  stores ??= openStores(option === '--stack' ? { stack: place } : { state: place });
  const { text, record } = await addKey({ ownerId: name, name: null, expiresAt: null }, await stores, new Date());
  return { keyId: record.key_id, apiKey: text };
}

let stores: ReturnType<typeof import('../../../infra/keys/open-stores.ts').openStores> | undefined;

async function issuedByCommand(name: string, options: readonly string[]) {
  const { stdout, stderr, code } = await keys('create', '--owner', name, '--json', ...options);
  if (code !== 0) throw new Error(`npm run keys failed: ${stderr}`);
  const { id: keyId, api_key: apiKey } = JSON.parse(stdout);
  return { keyId, apiKey };
}

// What a file started stops with it: the machine is needed for the next one.
afterAll(async () => {
  await Promise.all(owners.map(({ api }) => deleteSandboxes(api)));
});

async function deleteSandboxes(api: Api): Promise<void> {
  const { status, body } = await api.get('/api/v1/sandboxes/search');
  // A key that was revoked or has expired cannot clean up.
  if (status !== 200) return;
  await Promise.all(body.items.map(({ id }: { id: string }) => api.delete(`/api/v1/sandboxes/${id}`)));
}

/** `npm run keys` for the service under test. */
export function keys(...args: readonly string[]) {
  return runScript('keys', [...args, ...service().keysOption]);
}

export function newName(): string {
  return `e2e-${randomBytes(5).toString('hex')}`;
}
