import { Readable } from 'node:stream';
import { UserError } from '../local/terminal/user-error.ts';
import { addressOf } from './image-reference.ts';
import {
  type Descriptor,
  INDEX_TYPES,
  LARGEST_MANIFEST_BYTES,
  MANIFEST_TYPES,
  type StoredManifest,
  storedManifest,
} from './manifest.ts';
import { type RegistryCredentials, RegistrySession } from './registry-session.ts';

const ACCEPTED = [...INDEX_TYPES, ...MANIFEST_TYPES];

/** One repository of a registry, by the HTTP API of the OCI distribution specification. */
export class Registry {
  readonly repository: string;
  readonly #session: RegistrySession;
  readonly #path: string;
  readonly #registry: string;

  constructor(registry: string, repository: string, actions: 'pull' | 'pull,push', credentials?: RegistryCredentials) {
    this.repository = repository;
    this.#registry = registry;
    this.#path = `/v2/${repository}`;
    this.#session = new RegistrySession(addressOf(registry), repository, actions, credentials);
  }

  /** @param reference a tag or a digest. @throws UserError when it is not there, or not what its digest says */
  async manifest(reference: string): Promise<StoredManifest> {
    const response = await this.#session.request(`${this.#path}/manifests/${reference}`, {
      headers: { accept: ACCEPTED.join(', ') },
    });
    if (!response.ok) throw await this.#refused(response, `the manifest ${reference}`);
    const mediaType = response.headers.get('content-type')?.split(';')[0] ?? '';
    if (!ACCEPTED.includes(mediaType)) {
      await response.body?.cancel();
      throw new UserError(`The image is of the format '${mediaType}', which cannot be mirrored.`);
    }
    const stored = storedManifest(await limited(response), mediaType);
    if (reference.startsWith('sha256:') && stored.digest !== reference) {
      throw new UserError(`The registry ${this.#registry} sent ${stored.digest} for the manifest ${reference}.`);
    }
    return stored;
  }

  /** The digest under a tag; undefined when the repository does not have the tag. */
  async digestOf(tag: string): Promise<string | undefined> {
    const response = await this.#session.request(`${this.#path}/manifests/${tag}`, {
      method: 'HEAD',
      headers: { accept: ACCEPTED.join(', ') },
    });
    if (response.status === 404) return undefined;
    if (!response.ok) throw await this.#refused(response, `the tag ${tag}`);
    return response.headers.get('docker-content-digest') ?? (await this.manifest(tag)).digest;
  }

  openBlob(digest: string, from: number, signal: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = from === 0 ? {} : { range: `bytes=${from}-` };
    return this.#session.request(`${this.#path}/blobs/${digest}`, { headers, signal });
  }

  async hasBlob(digest: string): Promise<boolean> {
    const response = await this.#session.request(`${this.#path}/blobs/${digest}`, { method: 'HEAD' });
    if (response.ok) return true;
    if (response.status === 404) return false;
    throw await this.#refused(response, `the blob ${digest}`);
  }

  /** Sends the content as it comes, and names the digest only when all of it came without an error. */
  async storeBlob({ digest }: Descriptor, content: () => AsyncIterable<Uint8Array>): Promise<void> {
    const begun = await this.#session.request(`${this.#path}/blobs/uploads/`, { method: 'POST' });
    if (begun.status !== 202) throw await this.#refused(begun, 'a new blob');
    const headers = { 'content-type': 'application/octet-stream' };
    const sent = await this.#session.request(
      await location(begun),
      { method: 'PATCH', headers },
      () => Readable.toWeb(Readable.from(content(), { objectMode: false })) as NonNullable<RequestInit['body']>,
    );
    if (sent.status !== 202) throw await this.#refused(sent, `the blob ${digest}`);
    const target = new URL(await location(sent), addressOf(this.#registry));
    target.searchParams.set('digest', digest);
    const stored = await this.#session.request(target.href, { method: 'PUT' });
    if (stored.status !== 201) throw await this.#refused(stored, `the blob ${digest}`);
    await stored.body?.cancel();
  }

  async storeManifest({ bytes, mediaType, digest }: StoredManifest, reference: string): Promise<void> {
    const init = { method: 'PUT', headers: { 'content-type': mediaType } };
    const path = `${this.#path}/manifests/${reference}`;
    const stored = await this.#session.request(path, init, () => Buffer.from(bytes));
    if (stored.status !== 201) throw await this.#refused(stored, `the manifest ${digest}`);
    await stored.body?.cancel();
  }

  async #refused(response: Response, what: string): Promise<UserError> {
    const said = (await response.text()).slice(0, 300);
    const where = `${this.#registry}/${this.repository}`;
    return new UserError(`${where} answered ${response.status} about ${what}${said && `: ${said}`}`);
  }
}

/** @throws when an upload has no address to go on at */
async function location(response: Response): Promise<string> {
  await response.body?.cancel();
  const found = response.headers.get('location');
  if (found === null) throw new Error(`The registry answered ${response.status} without a Location.`);
  return new URL(found, response.url).href;
}

async function limited(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > LARGEST_MANIFEST_BYTES) throw new UserError('The manifest of the image is larger than 4 MiB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
