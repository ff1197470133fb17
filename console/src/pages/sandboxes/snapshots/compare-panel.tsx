import { getRouteApi } from '@tanstack/react-router';
import { FileDiff } from 'lucide-react';
import { useState } from 'react';
import { count } from '../../../../../shared/presentation/money.ts';
import { fromNow } from '../../../../../shared/presentation/time.ts';
import { visible } from '../../../../../shared/presentation/visible.ts';
import type { Snapshot } from '../../../api/shapes.ts';
import { nameOf, useSnapshots } from '../../../data/snapshots.ts';
import { useNow } from '../../../live/now.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { ErrorNotice, QueryStates } from '../../../ui/query-states.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ChangedFile } from './changed-file.tsx';
import { type FileChange, useSnapshotChanges } from './snapshot-queries.ts';

const route = getRouteApi('/snapshots/$snapshotId');

/** The most snapshots to choose from, newest first. */
const CHOICES = 100;

/** What changed from another snapshot to this one. */
export function ComparePanel({ snapshot }: { readonly snapshot: Snapshot }) {
  const { since } = route.useSearch();
  const navigate = route.useNavigate();
  const now = useNow();
  const snapshots = useSnapshots({ filters: { state__eq: 'READY' }, limit: CHOICES });
  return (
    <QueryStates query={snapshots}>
      {({ items }) => {
        const others = sorted(items, snapshot);
        const known = others.find(({ id }) => id === since);
        return (
          <div className="grid min-w-0 gap-5">
            {others.length === 0 && since === undefined ? (
              <Card>
                <EmptyState icon={FileDiff} title="No other snapshot to compare with">
                  Create another snapshot of the sandbox later. Then you see here what changed.
                </EmptyState>
              </Card>
            ) : (
              <Card>
                <SelectField
                  hint="Shows what is different in this snapshot."
                  label="Compare with"
                  onChange={({ target }) => {
                    const value = target.value === '' ? undefined : target.value;
                    void navigate({ replace: true, search: (search) => ({ ...search, since: value }) });
                  }}
                  options={[
                    ['', 'Choose a snapshot'],
                    ...others.map((one): [string, string] => [one.id, labelOf(one, snapshot, now)]),
                    // Older than the others, from a link.
                    ...(since !== undefined && !known ? [[since, since] as [string, string]] : []),
                  ]}
                  value={since ?? ''}
                />
              </Card>
            )}
            {since !== undefined && <Changes key={since} since={since} snapshotId={snapshot.id} />}
          </div>
        );
      }}
    </QueryStates>
  );
}

/** Those of the same sandbox first. */
function sorted(all: readonly Snapshot[], { id, sandbox_id: sandbox }: Snapshot): readonly Snapshot[] {
  const others = all.filter((one) => one.id !== id);
  return [...others.filter((one) => one.sandbox_id === sandbox), ...others.filter((one) => one.sandbox_id !== sandbox)];
}

function labelOf(one: Snapshot, { sandbox_id: sandbox }: Snapshot, now: Date): string {
  const elsewhere = one.sandbox_id === sandbox ? '' : ', of another sandbox';
  return `${nameOf(one)}, ${fromNow(new Date(one.created_at), now)}${elsewhere}`;
}

interface ChangesProps {
  readonly snapshotId: string;
  readonly since: string;
}

const looks = {
  added: { label: 'added', tone: 'good' },
  deleted: { label: 'deleted', tone: 'bad' },
  modified: { label: 'changed', tone: 'info' },
} as const;

function Changes({ snapshotId, since }: ChangesProps) {
  const changes = useSnapshotChanges(snapshotId, since);
  const [chosen, setChosen] = useState<FileChange>();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = changes;
  if (error && !data) return <ErrorNotice error={error} onRetry={() => refetch()} />;
  if (!data) return <Spinner label="Comparing the snapshots" />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0 && !hasNextPage)
    return (
      <Card>
        <EmptyState icon={FileDiff} title="No changes">
          The files of both snapshots are the same.
        </EmptyState>
      </Card>
    );
  return (
    <div className="grid min-w-0 items-start gap-5 lg:grid-cols-[2fr_3fr]">
      <Card isFlush title={`${count(items.length)}${hasNextPage ? ' or more' : ''} changes`}>
        <ul aria-label="Changed files" className="grid max-h-[70dvh] overflow-y-auto p-1.5">
          {items.map((one) => (
            <li key={`${one.change} ${one.path_base64 ?? one.path}`}>
              <button
                aria-current={one === chosen || undefined}
                className="flex w-full items-start justify-between gap-2 rounded-md px-2.5 py-1.5 text-left hover:bg-raised aria-[current=true]:bg-accent-soft"
                onClick={() => setChosen(one)}
                type="button"
              >
                <span className="min-w-0 break-all font-mono text-xs leading-5">{visible(one.path)}</span>
                <Badge tone={looks[one.change].tone}>{looks[one.change].label}</Badge>
              </button>
            </li>
          ))}
          {hasNextPage && (
            <li className="p-2">
              <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Show more
              </Button>
            </li>
          )}
        </ul>
        {error && <ErrorNotice error={error} onRetry={() => void fetchNextPage()} />}
      </Card>
      {chosen && <ChangedFile change={chosen} key={`${chosen.change} ${chosen.path}`} {...{ snapshotId, since }} />}
    </div>
  );
}
