import { getRouteApi } from '@tanstack/react-router';
import { LockKeyhole } from 'lucide-react';
import { useCan } from '../../../session/session.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { StartForm } from './start-form.tsx';
import { StartOf } from './start-of.tsx';

const route = getRouteApi('/conversations/new');

/** Asks for a start, or shows how the one of the address goes. */
export function NewConversationPage() {
  const { task } = route.useSearch();
  const can = useCan();
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5">
      <PageHeader title="Start a conversation">
        {task === undefined
          ? 'An agent gets a sandbox of its own and starts with your message.'
          : 'The sandbox and its agent are being prepared.'}
      </PageHeader>
      {task !== undefined ? (
        <StartOf key={task} taskId={task} />
      ) : can('POST /api/v1/app-conversations') ? (
        <Card>
          <StartForm />
        </Card>
      ) : (
        <EmptyState icon={<LockKeyhole aria-hidden />} title="This key cannot start conversations">
          It needs a key with the scope <b>conversations:write</b>.
        </EmptyState>
      )}
    </div>
  );
}
