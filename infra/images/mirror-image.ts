import { UserError } from '../local/terminal/user-error.ts';
import type { DownloadPace } from './blob-download.ts';
import { type CopiedImage, copyImage } from './copy-image.ts';
import { parseImage } from './image-reference.ts';
import type { ImageStore } from './image-store.ts';
import { Registry } from './registry.ts';
import type { RegistryCredentials } from './registry-session.ts';

/** What sandboxes run on: Fargate has these. */
export const PLATFORMS = ['linux/amd64', 'linux/arm64'] as const;

export interface MirrorRequest {
  readonly image: string;
  /** The name in the account's registry; that of the source without it. */
  readonly repository?: string | undefined;
  /** The tag there; that of the source without it. */
  readonly tag?: string | undefined;
  readonly platforms?: readonly string[] | undefined;
  /** For a source that is not public. */
  readonly sourceCredentials?: RegistryCredentials | undefined;
  readonly store: ImageStore;
  readonly log: (line: string) => void;
  readonly pace?: DownloadPace;
}

export interface MirroredImage extends CopiedImage {
  /** How task definitions name it: `…/name@sha256:…`. */
  readonly image: string;
}

/** Brings an image into the account's registry, and says by which digest. @throws UserError */
export async function mirrorImage(request: MirrorRequest): Promise<MirroredImage> {
  const { store, log, sourceCredentials, pace, platforms = PLATFORMS } = request;
  const source = parseImage(request.image);
  const reference = source.digest ?? source.tag ?? '';
  const from = new Registry(source.registry, source.repository, 'pull', sourceCredentials);
  // A name with a slip must not leave a repository behind.
  await from.manifest(reference);
  const repository = await store.ensureRepository(request.repository ?? source.repository);
  log(`${repository.created ? 'created' : 'found'} the repository ${repository.uri}`);
  if (repository.tagsMove) log('warning: its tags can be moved; task definitions by digest are not affected');
  const target = repositoryAt(repository.uri);
  const copied = await copyImage({
    from,
    to: new Registry(target.registry, target.repository, 'pull,push', await store.credentials()),
    reference,
    tag: request.tag ?? source.tag ?? tagFor(reference),
    platforms,
    log,
    ...(pace && { pace }),
  });
  return { ...copied, image: `${repository.uri}@${copied.digest}` };
}

function repositoryAt(uri: string): { readonly registry: string; readonly repository: string } {
  const slash = uri.indexOf('/');
  if (slash < 0) throw new UserError(`'${uri}' is no address of a repository.`);
  return { registry: uri.slice(0, slash), repository: uri.slice(slash + 1) };
}

/** An image that came by its digest alone gets a tag all the same: what has none is removed after a while. */
function tagFor(digest: string): string {
  return digest.replace(':', '-').slice(0, 'sha256-'.length + 12);
}
