import { PageHeader } from '../../ui/page-header.tsx';

export function OwnersPage() {
  return <PageHeader title="Owners" />;
}
