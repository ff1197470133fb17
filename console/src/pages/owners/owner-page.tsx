import { PageHeader } from '../../ui/page-header.tsx';

export function OwnerPage() {
  return <PageHeader title="Owner" />;
}
