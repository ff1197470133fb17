import type { GitProvider } from '../../contract/shapes/enums.ts';
import { Repository } from '../../contract/shapes/repository.ts';

/** What a text means that a person typed to find a repository. */
export type Typed =
  | { readonly kind: 'words' }
  /** A name as repositories have it, which may also be the beginning of one. */
  | { readonly kind: 'name'; readonly name: string }
  /** An address at this provider; null when it names no repository there. */
  | { readonly kind: 'address'; readonly name: string | null };

const ADDRESS = /^(?:(?:https?|ssh|git):\/\/(?:[^@/\s]*@)?([^/\s]+)\/|[\w.-]+@([^/:\s]+):(?!\/\/))(\S*)$/i;

/** Reads a name, an address of a page or of a clone, and the address without its scheme. */
export function readTyped(text: string, provider: GitProvider, baseUrl: string): Typed {
  const { host, hostname } = new URL(baseUrl);
  const whole = text.startsWith(`${host}/`) ? `https://${text}` : text;
  const address = ADDRESS.exec(whole);
  if (!address) {
    const { success } = Repository.safeParse(text);
    return success ? { kind: 'name', name: text } : { kind: 'words' };
  }
  const [, ofUrl, ofSsh, path = ''] = address;
  const named = (ofUrl ?? ofSsh ?? '').toLowerCase().replace(/^(?:www|ssh)\./, '');
  const isHere = named === host || named.replace(/:\d+$/, '') === hostname;
  const name = isHere ? Repository.safeParse(nameIn(path, provider)) : undefined;
  return { kind: 'address', name: name?.data ?? null };
}

/** The name in the path of a page, of a branch or file below it, or of a clone. */
function nameIn(path: string, provider: GitProvider): string {
  const parts = path
    .replace(/[?#].*$/, '')
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replace(/\.git$/i, ''));
  switch (provider) {
    case 'gitlab':
      return parts.slice(0, parts.includes('-') ? parts.indexOf('-') : undefined).join('/');
    case 'azure_devops':
      return azureName(parts);
    case 'bitbucket_data_center': {
      const [kind, project, word, name] = parts;
      if (kind === 'projects' && word === 'repos') return `${project}/${name}`;
      return (kind === 'scm' ? parts.slice(1, 3) : parts.slice(0, 2)).join('/');
    }
    default:
      return parts.slice(0, 2).join('/');
  }
}

/** `org/project/_git/name`, `org/_git/name` for the repository of its project's name, or `v3/org/project/name`. */
function azureName(parts: readonly string[]): string {
  const at = parts.indexOf('_git');
  if (at < 0) return (parts[0] === 'v3' ? parts.slice(1, 4) : parts.slice(0, 3)).join('/');
  const name = parts[at + 1] ?? '';
  return at === 1 ? `${parts[0]}/${name}/${name}` : [...parts.slice(0, at), name].join('/');
}
