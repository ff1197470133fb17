import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../local/terminal/user-error.ts';
import { DOWNLOAD_PACE, type DownloadPace, downloadBlob, reasonOf } from './blob-download.ts';
import { blobsOf, type Descriptor, INDEX_TYPES, type StoredManifest, select } from './manifest.ts';
import type { Registry } from './registry.ts';

export interface CopyRequest {
  readonly from: Registry;
  readonly to: Registry;
  /** Tag or digest in `from`. */
  readonly reference: string;
  /** The tag in `to`, which is never moved. */
  readonly tag: string;
  /** Of an image for several: `linux/amd64`. An image for one platform is copied whatever it is for. */
  readonly platforms: readonly string[];
  readonly log: (line: string) => void;
  readonly pace?: DownloadPace;
}

export interface CopiedImage {
  /** What task definitions name. */
  readonly digest: string;
  /** Of what was copied; another one when platforms were left out. */
  readonly sourceDigest: string;
  readonly copiedBlobs: number;
  readonly presentBlobs: number;
}

/** How often a blob is sent anew when the target breaks off. */
const STORE_ATTEMPTS = 3;

/** Blobs on their way at the same time. */
const AT_ONCE = 3;

/**
 * Copies an image with all that it is made of: blobs, then manifests, then the index under its tag, so that a tag never
 * names half an image. What is there already is not sent again, so a broken run goes on where it was.
 *
 * @throws UserError when the tag names another image already, or something is not what its digest says
 */
export async function copyImage(request: CopyRequest): Promise<CopiedImage> {
  const { from, to, reference, tag, log } = request;
  const source = await from.manifest(reference);
  const { image, manifests } = await partsOf(request, source);
  const present = await to.digestOf(tag);
  if (present !== undefined && present !== image.digest) {
    throw new UserError(
      `The tag ${tag} of ${to.repository} names ${present} already, and ${reference} is ${image.digest} now: tags are never moved, so choose another one with --tag.`,
    );
  }
  const blobs = new Map(manifests.flatMap(blobsOf).map((blob) => [blob.digest, blob]));
  const copied = await copyBlobs(request, [...blobs.values()]);
  for (const manifest of manifests) {
    if (manifest.digest !== image.digest) await to.storeManifest(manifest, manifest.digest);
  }
  if (present === undefined) await to.storeManifest(image, tag);
  else log(`${to.repository}:${tag} is there already`);
  return {
    digest: image.digest,
    sourceDigest: source.digest,
    copiedBlobs: copied,
    presentBlobs: blobs.size - copied,
  };
}

async function partsOf(
  { from, platforms, log }: CopyRequest,
  source: StoredManifest,
): Promise<{ readonly image: StoredManifest; readonly manifests: readonly StoredManifest[] }> {
  if (!INDEX_TYPES.includes(source.mediaType)) return { image: source, manifests: [source] };
  const { index, manifests, leftOut } = select(source, platforms);
  if (leftOut.length > 0) log(`left out: ${leftOut.join(', ')}`);
  const stored = await Promise.all(manifests.map(({ digest }) => from.manifest(digest)));
  return { image: index, manifests: stored };
}

/** @returns how many were sent */
async function copyBlobs(request: CopyRequest, blobs: readonly Descriptor[]): Promise<number> {
  const waiting = [...blobs];
  let copied = 0;
  const work = async (): Promise<void> => {
    for (let blob = waiting.shift(); blob; blob = waiting.shift()) {
      if (await request.to.hasBlob(blob.digest)) continue;
      await copyBlob(request, blob);
      copied += 1;
    }
  };
  // When one fails for good, the others stop before their next blob.
  const give = (error: unknown): never => {
    waiting.length = 0;
    throw error;
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => work().catch(give)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return copied;
}

async function copyBlob({ from, to, log, pace = DOWNLOAD_PACE }: CopyRequest, blob: Descriptor): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    // The download's own error says more than that of the request which it broke off.
    let broken: unknown;
    const content = async function* () {
      try {
        yield* downloadBlob((...given) => from.openBlob(...given), blob, pace);
      } catch (error) {
        broken = error;
        throw error;
      }
    };
    try {
      await to.storeBlob(blob, content);
      log(`copied ${blob.digest} (${blob.size} bytes)`);
      return;
    } catch (error) {
      if (broken !== undefined) throw broken;
      if (error instanceof UserError || attempt === STORE_ATTEMPTS) throw error;
      log(`${blob.digest} is sent again: ${reasonOf(error)}`);
      await sleep(pace.pauseMilliseconds);
    }
  }
}
