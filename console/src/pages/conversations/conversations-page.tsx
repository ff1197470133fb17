import { PageHeader } from '../../ui/page-header.tsx';

export function ConversationsPage() {
  return <PageHeader title="Conversations" />;
}
