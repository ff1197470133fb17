import { PageHeader } from '../../ui/page-header.tsx';

export function SandboxesPage() {
  return <PageHeader title="Sandboxes" />;
}
