import { Link, useNavigate } from '@tanstack/react-router';
import { FileDiff, FolderOpen, History, MessageSquarePlus, Pencil, Play, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { dollars } from '../../../../../shared/presentation/money.ts';
import type { Sandbox, Snapshot } from '../../../api/shapes.ts';
import { nameOf } from '../../../data/snapshots.ts';
import { shortId } from '../../../format/short-id.ts';
import { useCan } from '../../../session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import { SandboxLink } from '../../../ui/resource-link.tsx';
import { Time } from '../../../ui/time.tsx';
import { StartSandbox } from '../start-sandbox.tsx';
import { canBeRestored, RestoreSandbox } from './restore-sandbox.tsx';
import { DeleteSnapshot, EditSnapshot } from './snapshot-dialogs.tsx';
import { dayWords, stateLooks } from './snapshot-words.ts';

type Action = 'files' | 'compare' | 'converse' | 'start' | 'restore' | 'edit' | 'delete';

interface Props {
  readonly snapshots: readonly Snapshot[];
  /** The sandbox that all are of, if its page shows them. */
  readonly sandbox?: Sandbox;
}

/** Snapshots with the actions that the key allows, and the dialogs of these actions. */
export function SnapshotTable({ snapshots, sandbox }: Props) {
  const [asked, setAsked] = useState<{ readonly what: Action; readonly of: Snapshot }>();
  const can = useCan();
  const canChange = can('PATCH /api/v1/snapshots/{snapshot_id}');
  const canConverse = can('POST /api/v1/app-conversations');
  const navigate = useNavigate();
  const isOfOne = sandbox !== undefined;
  const restore = isOfOne ? (canBeRestored(sandbox) ? 'offered' : 'later') : 'none';
  const canRead = can('GET /api/v1/snapshots/{snapshot_id}/files');
  const columns = useMemo(() => {
    const ask = (what: Action, of: Snapshot): void => {
      const params = { snapshotId: of.id };
      if (what === 'files') void navigate({ to: '/snapshots/$snapshotId', params });
      else if (what === 'compare') void navigate({ to: '/snapshots/$snapshotId', params, search: { tab: what } });
      else if (what === 'converse') void navigate({ to: '/conversations/new', search: { snapshot: of.id } });
      else setAsked({ what, of });
    };
    return [
      ...dataColumns.filter(({ id }) => id !== 'sandbox' || !isOfOne),
      ...(canChange || canRead || canConverse ? [actionColumn({ canChange, canRead, canConverse, restore }, ask)] : []),
    ];
  }, [canChange, canRead, canConverse, isOfOne, restore, navigate]);
  const close = (): void => setAsked(undefined);
  return (
    <>
      <DataTable
        columns={columns}
        label={isOfOne ? 'Snapshots of this sandbox' : 'Snapshots'}
        rowId={({ id }) => id}
        rows={snapshots}
      />
      {asked?.what === 'start' && <StartSandbox onClose={close} snapshot={asked.of} />}
      {asked?.what === 'restore' && sandbox && (
        <RestoreSandbox onClose={close} sandboxId={sandbox.id} snapshot={asked.of} />
      )}
      {asked?.what === 'edit' && <EditSnapshot onClose={close} snapshot={asked.of} />}
      {asked?.what === 'delete' && <DeleteSnapshot onClose={close} snapshot={asked.of} />}
    </>
  );
}

const dataColumns: readonly Column<Snapshot>[] = [
  { id: 'state', header: 'State', cell: (row) => <State {...row} />, sortBy: ({ state }) => state },
  { id: 'name', header: 'Snapshot', cell: (row) => <Name {...row} />, sortBy: ({ name }) => name ?? undefined },
  {
    id: 'sandbox',
    header: 'Sandbox',
    cell: ({ sandbox_id: id, sandbox_spec_id: spec }) => <SandboxLink id={id} spec={spec} />,
    className: 'hidden sm:table-cell',
  },
  {
    id: 'size',
    header: 'Size',
    cell: (row) => <Size {...row} />,
    sortBy: ({ size_gib: size }) => size,
    align: 'right',
    className: 'hidden md:table-cell',
  },
  {
    id: 'created',
    header: 'Created',
    cell: ({ created_at: at }) => <Time value={at} />,
    sortBy: ({ created_at: at }) => at,
    className: 'hidden lg:table-cell',
  },
  {
    id: 'expires',
    header: 'Expires',
    cell: (row) => <Expiry {...row} />,
    sortBy: ({ expires_at: at }) => at ?? undefined,
    className: 'hidden sm:table-cell',
  },
];

function State({ state, status_detail: detail, synced, ...row }: Snapshot) {
  const { word, tone } = stateLooks[state];
  return (
    <span className="grid max-w-xs justify-items-start gap-1 sm:min-w-32">
      <Badge isMoving={state === 'CREATING'} tone={tone}>
        {word}
      </Badge>
      {detail !== null && <span className="break-words text-ink-soft text-xs">{detail}</span>}
      {state === 'READY' && !synced && (
        <span className="text-ink-soft text-xs">Not synced before: as after a power failure</span>
      )}
      {/* On phones, instead of their columns. */}
      <span className="grid gap-0.5 text-xs sm:hidden">
        <Size {...row} state={state} />
        <span>
          Expires: <Expiry {...row} />
        </span>
      </span>
    </span>
  );
}

function Name({ id, name, sandbox_id: sandboxId }: Snapshot) {
  return (
    <span className="grid min-w-0 gap-0.5">
      <Link
        className="max-w-40 break-words py-0.5 font-medium underline-offset-2 hover:underline sm:max-w-80"
        params={{ snapshotId: id }}
        to="/snapshots/$snapshotId"
      >
        {nameOf({ name })}
      </Link>
      <span className="flex items-center gap-1">
        <span className="whitespace-nowrap font-mono text-ink-soft text-xs" title={id}>
          {shortId(id)}
        </span>
        <CopyButton label={`Copy ID of ${nameOf({ name })}`} text={id} />
      </span>
      <span className="sm:hidden">
        <SandboxLink id={sandboxId} />
      </span>
    </span>
  );
}

function Size({
  size_gib: size,
  cost_per_month_usd: cost,
  state,
}: Pick<Snapshot, 'size_gib' | 'cost_per_month_usd' | 'state'>) {
  return (
    <span className="grid">
      {size} GiB
      {state !== 'ERROR' && (
        <span className="text-ink-soft text-xs">
          {Number(cost) === 0 ? 'shares its data' : `at most ${dollars(Number(cost))} a month`}
        </span>
      )}
    </span>
  );
}

function Expiry({ expires_at: at, retention_days: days }: Pick<Snapshot, 'expires_at' | 'retention_days'>) {
  if (at !== null) return <Time as="deadline" value={at} />;
  return <span className="text-ink-soft">{days === null ? 'Never' : `${dayWords(days)} after it is ready`}</span>;
}

/** Whether a restore is offered: on the page of a sandbox, once it is at rest. */
type Restore = 'offered' | 'later' | 'none';

interface Allowed {
  /** All actions that change something need the same scope. */
  readonly canChange: boolean;
  readonly canRead: boolean;
  readonly canConverse: boolean;
  readonly restore: Restore;
}

function actionColumn(
  { canChange, canRead, canConverse, restore }: Allowed,
  ask: (what: Action, of: Snapshot) => void,
): Column<Snapshot> {
  return {
    id: 'actions',
    header: 'Actions',
    cell: (snapshot) =>
      (canChange || snapshot.state !== 'ERROR') && (
        <Menu label={`Actions for snapshot ${nameOf(snapshot)}`}>
          {canRead && snapshot.state === 'READY' && (
            <>
              <MenuItem icon={FolderOpen} label="Browse files" onSelect={() => ask('files', snapshot)} />
              <MenuItem icon={FileDiff} label="Compare with…" onSelect={() => ask('compare', snapshot)} />
            </>
          )}
          {canConverse && snapshot.state !== 'ERROR' && (
            <MenuItem
              icon={MessageSquarePlus}
              label="Start a conversation"
              onSelect={() => ask('converse', snapshot)}
            />
          )}
          {canChange && <ChangeItems {...{ snapshot, restore, ask }} />}
        </Menu>
      ),
    align: 'right',
  };
}

interface ItemsProps {
  readonly snapshot: Snapshot;
  readonly restore: Restore;
  readonly ask: (what: Action, of: Snapshot) => void;
}

function ChangeItems({ snapshot, restore, ask }: ItemsProps) {
  return (
    <>
      {snapshot.state !== 'ERROR' && (
        <MenuItem icon={Play} label="Start a sandbox from it" onSelect={() => ask('start', snapshot)} />
      )}
      {snapshot.state === 'READY' && restore !== 'none' && (
        <MenuItem
          disabled={restore === 'later'}
          icon={History}
          label={restore === 'later' ? 'Restore (pause the sandbox first)' : 'Restore the sandbox to it'}
          onSelect={() => ask('restore', snapshot)}
        />
      )}
      <MenuItem icon={Pencil} label="Edit" onSelect={() => ask('edit', snapshot)} />
      <MenuSeparator />
      <MenuItem icon={Trash2} isDangerous label="Delete" onSelect={() => ask('delete', snapshot)} />
    </>
  );
}
