import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SandboxList } from './sandbox-list.tsx';
import { StartSandbox } from './start-sandbox.tsx';

const route = getRouteApi('/sandboxes');

/** The machines of the agents. */
export function SandboxesPage() {
  const { page } = route.useSearch();
  const canStart = useCan()('POST /api/v1/sandboxes');
  const [isStarting, setStarting] = useState(false);
  const start = canStart && (
    <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setStarting(true)} variant="primary">
      Start a sandbox
    </Button>
  );
  return (
    <>
      <PageHeader actions={start} title="Sandboxes">
        The machines in which agents work, newest first.
      </PageHeader>
      <SandboxList action={start} page={page} />
      {isStarting && <StartSandbox onClose={() => setStarting(false)} />}
    </>
  );
}
