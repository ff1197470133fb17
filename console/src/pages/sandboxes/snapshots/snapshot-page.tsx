import { getRouteApi } from '@tanstack/react-router';
import { Camera } from 'lucide-react';
import type { Snapshot } from '../../../api/shapes.ts';
import { nameOf } from '../../../data/snapshots.ts';
import { SavedFiles } from '../../../files/saved-files.tsx';
import { isAbsent } from '../../../live/polls.ts';
import { useCan } from '../../../session/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { SandboxLink } from '../../../ui/resource-link.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { Time } from '../../../ui/time.tsx';
import { ComparePanel } from './compare-panel.tsx';
import { useSnapshot } from './snapshot-queries.ts';

const route = getRouteApi('/snapshots/$snapshotId');

const tabs = [
  { value: 'files', label: 'Files' },
  { value: 'compare', label: 'Compare' },
];

/** The files of a snapshot, and what differs from another one. */
export function SnapshotPage() {
  const { snapshotId } = route.useParams();
  const snapshot = useSnapshot(snapshotId);
  return (
    <>
      <PageHeader title={snapshot.data?.name ?? 'Snapshot'}>
        <span className="flex items-center gap-1">
          <span className="break-all font-mono text-xs">{snapshotId}</span>
          <CopyButton label="Copy ID" text={snapshotId} />
        </span>
      </PageHeader>
      {isAbsent(snapshot.error) ? (
        <EmptyState
          action={<ButtonLink to="/sandboxes">Go to sandboxes</ButtonLink>}
          icon={Camera}
          title="This snapshot does not exist"
        >
          It was deleted, or it belongs to another owner.
        </EmptyState>
      ) : (
        <QueryStates query={snapshot}>{(data) => <Parts key={data.id} snapshot={data} />}</QueryStates>
      )}
    </>
  );
}

function Parts({ snapshot }: { readonly snapshot: Snapshot }) {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const canRead = useCan()('GET /api/v1/snapshots/{snapshot_id}/files');
  const { id, state, status_detail: detail, sandbox_id: sandboxId, created_at: created } = snapshot;
  if (state !== 'READY')
    return (
      <Notice title={state === 'CREATING' ? 'The snapshot is being created' : 'The snapshot failed'} tone="info">
        {detail ?? 'Its files can be read as soon as it is ready.'}
      </Notice>
    );
  if (!canRead)
    return (
      <Notice title="Your key cannot read files" tone="info">
        Sign in with a key that has the scope sandboxes:files.
      </Notice>
    );
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-ink-soft text-sm">
        <span>
          Created <Time value={created} />
        </span>
        <SandboxLink id={sandboxId} />
      </div>
      <Tabs
        label={`Parts of ${nameOf(snapshot)}`}
        onChange={(value) =>
          void navigate({
            replace: true,
            search: (search) => ({ ...search, tab: value === 'files' ? undefined : value }),
          })
        }
        tabs={tabs}
        value={tab === 'compare' ? tab : 'files'}
      >
        <TabPanel value="files">
          <SavedFiles of={{ snapshotId: id }} />
        </TabPanel>
        <TabPanel value="compare">
          <ComparePanel snapshot={snapshot} />
        </TabPanel>
      </Tabs>
    </>
  );
}
