import { UserError } from '../local/terminal/user-error.ts';

/** An image as people write it, its parts told apart: `registry/repository:tag@sha256:…`. */
export interface ImageReference {
  /** Host and port that speak the distribution API. */
  readonly registry: string;
  readonly repository: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

const DOCKER_HUB = 'registry-1.docker.io';
const FORM =
  /^(?:(?<registry>[^/\s@]+)\/)?(?<repository>[a-z0-9]+(?:[._/-]+[a-z0-9]+)*)(?::(?<tag>\w[\w.-]{0,127}))?(?:@(?<digest>sha256:[0-9a-f]{64}))?$/;

/** @throws UserError when the text names no image by tag or digest */
export function parseImage(text: string): ImageReference {
  const [first = ''] = text.split('/');
  // Without a dot, a port or `localhost`, the first part belongs to a repository of Docker Hub.
  const hasRegistry = text.includes('/') && /[.:]|^localhost$/.test(first);
  const groups = FORM.exec(hasRegistry ? text : `docker.io/${text}`)?.groups;
  const { registry = '', repository = '', tag, digest } = groups ?? {};
  if (groups === undefined || (tag === undefined && digest === undefined)) {
    throw new UserError(`'${text}' names no image: write registry/name:tag or registry/name@sha256:….`);
  }
  if (registry !== 'docker.io') return { registry, repository, tag, digest };
  const name = repository.includes('/') ? repository : `library/${repository}`;
  return { registry: DOCKER_HUB, repository: name, tag, digest };
}

/** Registries are reached by TLS, but for one on this machine. */
export function addressOf(registry: string): string {
  const { hostname } = new URL(`https://${registry}`);
  return isLoopback(hostname) ? `http://${registry}` : `https://${registry}`;
}

export function isLoopback(hostname: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}
