import { PageHeader } from '../../ui/page-header.tsx';

export function EndpointPage() {
  return <PageHeader title="Endpoint" />;
}
