import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { ReceiptList } from './receipt-list.tsx';
import { SandboxList } from './sandbox-list.tsx';
import { StartSandbox } from './start-sandbox.tsx';

const route = getRouteApi('/sandboxes');

const tabs = [
  { value: 'present', label: 'Sandboxes' },
  { value: 'receipts', label: 'Deletion receipts' },
];

/** The machines of the agents, and what is left to say of deleted ones. */
export function SandboxesPage() {
  const { page, tab } = route.useSearch();
  const navigate = route.useNavigate();
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
        The machines agents work in, newest first.
      </PageHeader>
      <Tabs
        label="Sandbox lists"
        onChange={(value) => void navigate({ search: value === 'receipts' ? { tab: value } : {} })}
        tabs={tabs}
        value={tab === 'receipts' ? tab : 'present'}
      >
        <TabPanel value="present">
          <SandboxList action={start} page={page} />
        </TabPanel>
        <TabPanel value="receipts">
          <ReceiptList page={page} />
        </TabPanel>
      </Tabs>
      {isStarting && <StartSandbox onClose={() => setStarting(false)} />}
    </>
  );
}
