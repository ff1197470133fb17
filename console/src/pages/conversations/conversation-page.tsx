import { PageHeader } from '../../ui/page-header.tsx';

export function ConversationPage() {
  return <PageHeader title="Conversation" />;
}
