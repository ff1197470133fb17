import { Link } from '@tanstack/react-router';
import type { Conversation } from '../../../api/shapes.ts';
import { RepositoryLabel } from '../repository-label.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { HeaderActions } from './header-actions.tsx';
import { Title } from './title.tsx';

/** What it is, how it is, and what can be done with it. */
export function ConversationHeader({ conversation }: { readonly conversation: Conversation }) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-3">
      <div className="grid min-w-0 flex-1 basis-72 gap-1">
        <nav aria-label="Where this is" className="text-sm">
          <Link className="text-ink-soft hover:text-ink hover:underline" to="/conversations">
            Conversations
          </Link>
        </nav>
        <Title conversation={conversation} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <StatusBadge conversation={conversation} />
          <RepositoryLabel conversation={conversation} isLink />
        </div>
      </div>
      <HeaderActions conversation={conversation} />
    </header>
  );
}
