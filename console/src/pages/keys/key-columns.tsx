import { RefreshCw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { count, dollars } from '../../../../shared/presentation/money.ts';
import type { ApiKey } from '../../api/shapes.ts';
import { useNow } from '../../live/now.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Initials, nameOf } from '../../ui/initials.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Time } from '../../ui/time.tsx';
import { scopeWords } from './key-request.ts';

interface Actions {
  /** Undefined if the key of this session is not allowed to. */
  readonly onRotate: ((key: ApiKey) => void) | undefined;
  readonly onRevoke: ((key: ApiKey) => void) | undefined;
}

export function keyColumns(actions: Actions): readonly Column<ApiKey>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      cell: (key) => <Name apiKey={key} />,
      sortBy: ({ name, id }) => name ?? id,
      className: 'min-w-44',
    },
    {
      id: 'person',
      header: 'Person',
      cell: ({ member }) => <Person member={member} />,
      sortBy: ({ member }) => (member ? nameOf(member) : '~'),
      className: 'hidden md:table-cell',
    },
    { id: 'status', header: 'Status', cell: (key) => <Status apiKey={key} /> },
    {
      id: 'scopes',
      header: 'Scopes',
      cell: ({ scopes }) => <span className="text-xs">{scopeWords(scopes)}</span>,
      className: 'hidden min-w-48 md:table-cell',
    },
    {
      id: 'limits',
      header: 'Limits',
      cell: ({ limits }) => <Limits limits={limits} />,
      className: 'hidden min-w-32 xl:table-cell',
    },
    {
      id: 'expires',
      header: 'Expires',
      cell: ({ expires_at: at }) => (at === null ? 'Never' : <Time value={at} />),
      // Keys without an expiry come last.
      sortBy: ({ expires_at: at }) => at ?? '~',
      className: 'hidden sm:table-cell',
    },
    {
      id: 'used',
      header: 'Last used',
      cell: ({ last_used_at: at }) => (at === null ? 'Never' : <Time value={at} />),
      sortBy: ({ last_used_at: at }) => at ?? '',
      className: 'hidden md:table-cell',
    },
    {
      id: 'created',
      header: 'Created',
      cell: ({ created_at: at }) => <Time value={at} />,
      sortBy: ({ created_at: at }) => at,
      className: 'hidden xl:table-cell',
    },
    { id: 'actions', header: 'Actions', cell: (key) => <KeyActions apiKey={key} {...actions} />, align: 'right' },
  ];
}

interface OfKey {
  readonly apiKey: ApiKey;
}

function Name({ apiKey: { id, name, last4 } }: OfKey) {
  const { key } = useSession();
  return (
    <span className="grid gap-0.5">
      <span className="flex flex-wrap items-center gap-2 font-medium">
        {name ?? 'Unnamed'}
        {id === key.id && <Badge tone="info">This session</Badge>}
      </span>
      <span className="font-mono text-ink-soft text-xs">
        acs_{id}…{last4}
      </span>
    </span>
  );
}

/** Whose key it is. Its rights end with those of the person. */
function Person({ member }: Pick<ApiKey, 'member'>) {
  if (member === null) return <span className="text-ink-soft text-xs">No person</span>;
  return (
    <span className="flex items-center gap-2 text-xs" title={member.email ?? undefined}>
      <Initials name={nameOf(member)} />
      {nameOf(member)}
    </span>
  );
}

function Status({ apiKey }: OfKey) {
  const { word, tone } = keyStateOf(apiKey, useNow());
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={tone}>{word}</Badge>
      {apiKey.expires_at !== null && (
        // Replaces its column, which does not fit on phones.
        <span className="text-ink-soft text-xs sm:hidden">
          Expires <Time value={apiKey.expires_at} />
        </span>
      )}
    </span>
  );
}

function Limits({ limits }: Pick<ApiKey, 'limits'>) {
  return <span className="text-xs">{limitWords(limits)}</span>;
}

/** Limits below those of the owner. */
export function limitWords(limits: ApiKey['limits']): ReactNode {
  const words = [
    limits.sandboxes !== null &&
      `${count(limits.sandboxes)} concurrent ${limits.sandboxes === 1 ? 'sandbox' : 'sandboxes'}`,
    limits.vcpus !== null && `${count(limits.vcpus)} vCPUs`,
    limits.requests_per_minute !== null && `${count(limits.requests_per_minute)} requests/min`,
    limits.monthly_budget_usd !== null && `${dollars(limits.monthly_budget_usd)}/month`,
    limits.monthly_sandbox_hours !== null && `${count(limits.monthly_sandbox_hours)} sandbox hours/month`,
  ].filter((word) => word !== false);
  return words.length === 0 ? <span className="text-ink-soft">Same as owner</span> : words.join(' · ');
}

function KeyActions({ apiKey, onRotate, onRevoke }: OfKey & Actions) {
  if (!onRotate && !onRevoke) return null;
  return (
    <Menu label={`Actions for key ${apiKey.name ?? apiKey.id}`}>
      {onRotate && (
        <MenuItem
          disabled={apiKey.rotated_to !== null}
          icon={RefreshCw}
          label="Rotate"
          onSelect={() => onRotate(apiKey)}
        />
      )}
      {onRevoke && <MenuItem icon={Trash2} isDangerous label="Revoke" onSelect={() => onRevoke(apiKey)} />}
    </Menu>
  );
}

interface KeyState {
  readonly word: 'Active' | 'Rotated' | 'Expired' | 'Not active yet';
  readonly tone: 'good' | 'warn' | 'plain';
}

type Dates = Pick<ApiKey, 'not_before' | 'expires_at' | 'rotated_to'>;

export function keyStateOf({ not_before: begin, expires_at: end, rotated_to: successor }: Dates, now: Date): KeyState {
  const at = now.toISOString();
  if (end !== null && end <= at) return { word: 'Expired', tone: 'plain' };
  if (begin !== null && begin > at) return { word: 'Not active yet', tone: 'plain' };
  return successor === null ? { word: 'Active', tone: 'good' } : { word: 'Rotated', tone: 'warn' };
}
