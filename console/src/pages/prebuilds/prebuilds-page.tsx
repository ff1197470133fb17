import { Link, useNavigate } from '@tanstack/react-router';
import { PackageCheck, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Prebuild, PrebuildWithSecret } from '../../api/shapes.ts';
import { usePrebuilds } from '../../data/prebuild-queries.ts';
import { useCan } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { CreatePrebuild } from './create-prebuild.tsx';
import { HookSecretOnce } from './prebuild-hook.tsx';
import { buildTime, refreshWords, stateLooks } from './prebuild-words.ts';

const columns: readonly Column<Prebuild>[] = [
  {
    id: 'repository',
    header: 'Repository',
    cell: ({ id, repository, branch }) => (
      <span className="grid gap-0.5">
        <Link
          className="break-all font-medium text-accent underline-offset-2 hover:underline"
          params={{ prebuildId: id }}
          to="/prebuilds/$prebuildId"
        >
          {repository}
        </Link>
        <span className="break-all text-ink-soft text-xs">{branch ?? 'Default branch'}</span>
      </span>
    ),
    sortBy: ({ repository }) => repository,
  },
  { id: 'state', header: 'Last build', cell: (prebuild) => <LastBuild prebuild={prebuild} /> },
  {
    id: 'built',
    header: 'Starts begin from',
    cell: ({ current }) => (current === null ? 'A clone' : <Time value={current.built_at} />),
    sortBy: ({ current }) => current?.built_at ?? '',
    className: 'hidden sm:table-cell',
  },
  {
    id: 'spec',
    header: 'Spec',
    cell: ({ sandbox_spec_id: spec }) => <span className="break-all">{spec}</span>,
    className: 'hidden md:table-cell',
  },
  {
    id: 'refresh',
    header: 'Built again',
    cell: ({ refresh }) => refreshWords[refresh],
    className: 'hidden lg:table-cell',
  },
];

export function PrebuildsPage() {
  const canCreate = useCan()('POST /api/v1/prebuilds');
  const navigate = useNavigate();
  const prebuilds = usePrebuilds();
  const [isAsked, setAsked] = useState(false);
  const [made, setMade] = useState<PrebuildWithSecret>();
  const create = canCreate && (
    <Button icon={Plus} onClick={() => setAsked(true)} variant="primary">
      Create prebuild
    </Button>
  );
  const open = ({ id }: Pick<Prebuild, 'id'>) => navigate({ to: '/prebuilds/$prebuildId', params: { prebuildId: id } });
  return (
    <>
      <PageHeader actions={create} title="Prebuilds">
        Repositories with their set-up done once, so that conversations start sooner.
      </PageHeader>
      <Card isFlush>
        <QueryStates query={prebuilds}>
          {({ items }) =>
            items.length > 0 ? (
              <DataTable columns={columns} label="Prebuilds" rowId={({ id }) => id} rows={items} />
            ) : (
              <EmptyState action={create} icon={PackageCheck} title="No prebuilds yet">
                A prebuild clones a repository, runs its <code className="font-mono">.openhands/setup.sh</code> and
                keeps the workspace. Conversations with this repository begin from it and fetch what is new.
              </EmptyState>
            )
          }
        </QueryStates>
      </Card>
      {isAsked && (
        <CreatePrebuild
          onClose={() => setAsked(false)}
          onMade={(prebuild) => {
            setAsked(false);
            if (prebuild.hook_secret === null) void open(prebuild);
            else setMade(prebuild);
          }}
        />
      )}
      {made && <HookSecretOnce made={made} onClose={() => void open(made)} title="Prebuild created" />}
    </>
  );
}

/** The state of the last build, with its duration or why it failed. */
export function LastBuild({ prebuild }: { readonly prebuild: Prebuild }) {
  const { state, build, failure, current } = prebuild;
  const { word, tone } = stateLooks[state];
  return (
    <span className="grid max-w-96 grid-cols-[minmax(0,1fr)] justify-items-start gap-1">
      <Badge isMoving={state === 'BUILDING'} tone={tone}>
        {build !== null && build.sandbox_id === null ? 'Waiting' : word}
      </Badge>
      <span className="max-w-full break-words text-ink-soft text-xs">
        {build !== null ? (
          <>
            Since <Time value={build.began_at} />
          </>
        ) : failure !== null ? (
          failure.message
        ) : (
          current && `Took ${buildTime(current.seconds)}`
        )}
      </span>
    </span>
  );
}
