import { PageHeader } from '../../ui/page-header.tsx';

export function KeysPage() {
  return <PageHeader title="Keys" />;
}
