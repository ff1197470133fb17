import { GitBranch } from 'lucide-react';
import type { Conversation } from '../../api/shapes.ts';
import { ExternalLink } from '../../ui/external-link.tsx';
import { useTokenHosts } from './git-providers.ts';
import { repositoryAddress } from './repository-address.ts';

interface Props {
  readonly conversation: Conversation;
  /** Whether it leads to the provider, where its address is known. */
  readonly isLink?: boolean;
}

/** The repository and the branch that a conversation works on; nothing where it has none. */
export function RepositoryLabel({ conversation, isLink = false }: Props) {
  const { selected_repository: repository, selected_branch: branch } = conversation;
  const tokens = useTokenHosts();
  if (repository === null) return null;
  const address = isLink ? repositoryAddress(conversation, tokens) : undefined;
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2">
      {address === undefined ? (
        <span className="break-all">{repository}</span>
      ) : (
        <ExternalLink href={address}>{repository}</ExternalLink>
      )}
      {branch !== null && (
        <span className="inline-flex items-center gap-1 text-ink-soft">
          <GitBranch aria-hidden className="size-3.5 shrink-0" />
          <span className="sr-only">branch</span>
          <span className="break-all">{branch}</span>
        </span>
      )}
    </span>
  );
}
