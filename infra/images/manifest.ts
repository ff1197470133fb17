import { createHash } from 'node:crypto';
import * as z from 'zod';
import { UserError } from '../local/terminal/user-error.ts';

export const INDEX_TYPES = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
];
export const MANIFEST_TYPES = [
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
];

/** The largest manifest that registries have to take. */
export const LARGEST_MANIFEST_BYTES = 4 * 1024 * 1024;

const Descriptor = z.looseObject({
  mediaType: z.string(),
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  size: z.int().min(0),
});
export type Descriptor = z.infer<typeof Descriptor>;

const Manifest = z.object({ config: Descriptor, layers: z.array(Descriptor) });

const Index = z.looseObject({
  manifests: z.array(
    Descriptor.extend({ platform: z.object({ os: z.string(), architecture: z.string() }).optional() }).loose(),
  ),
});

/** A manifest as a registry has it: its digest is that of these bytes. */
export interface StoredManifest {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly digest: string;
}

export function storedManifest(bytes: Uint8Array, mediaType: string): StoredManifest {
  return { bytes, mediaType, digest: digestOf(bytes) };
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** The blobs of one image: its configuration and its layers, each once. @throws UserError */
export function blobsOf({ bytes, digest }: StoredManifest): readonly Descriptor[] {
  const { config, layers } = read(Manifest, bytes, digest);
  const foreign = layers.find(
    ({ mediaType }) => mediaType.includes('foreign') || mediaType.includes('nondistributable'),
  );
  if (foreign) throw new UserError(`The layer ${foreign.digest} may not be copied: its licence leaves it where it is.`);
  return [...new Map([config, ...layers].map((blob) => [blob.digest, blob])).values()];
}

export interface Selection {
  /** What to push as the image: the index as it was, or one without the platforms that are left out. */
  readonly index: StoredManifest;
  /** The manifests to copy before it. */
  readonly manifests: readonly Descriptor[];
  readonly leftOut: readonly string[];
}

/**
 * The part of an index for these platforms (`linux/amd64`). What belongs to no platform stays, such as attestations and
 * indexes of SOCI. When nothing is left out, the digest stays the same.
 *
 * @throws UserError when the index has none of the platforms
 */
export function select(stored: StoredManifest, platforms: readonly string[]): Selection {
  const index = read(Index, stored.bytes, stored.digest);
  const wanted = index.manifests.filter((entry) => isWanted(platformOf(entry), platforms));
  const offered = [...new Set(index.manifests.map(platformOf).filter((platform) => platform !== undefined))];
  if (!wanted.some((entry) => platforms.includes(platformOf(entry) ?? ''))) {
    throw new UserError(
      `The image has none of ${platforms.join(', ')}; it has ${offered.join(', ') || 'no platform'}.`,
    );
  }
  const leftOut = offered.filter((platform) => !platforms.includes(platform));
  if (wanted.length === index.manifests.length) return { index: stored, manifests: wanted, leftOut };
  const bytes = Buffer.from(JSON.stringify({ ...index, manifests: wanted }));
  return { index: storedManifest(bytes, stored.mediaType), manifests: wanted, leftOut };
}

function isWanted(platform: string | undefined, platforms: readonly string[]): boolean {
  return platform === undefined || platforms.includes(platform);
}

function platformOf({ platform }: z.infer<typeof Index>['manifests'][number]): string | undefined {
  if (!platform || platform.os === 'unknown') return undefined;
  return `${platform.os}/${platform.architecture}`;
}

function read<T>(schema: z.ZodType<T>, bytes: Uint8Array, digest: string): T {
  const result = schema.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  if (result.success) return result.data;
  throw new UserError(`The manifest ${digest} cannot be read: ${z.prettifyError(result.error)}`);
}
