import { PageHeader } from '../../ui/page-header.tsx';

export function LimitsPage() {
  return <PageHeader title="Limits" />;
}
