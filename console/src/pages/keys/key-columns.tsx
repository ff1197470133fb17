import { RefreshCw, Trash2 } from 'lucide-react';
import type { ApiKey } from '../../api/shapes.ts';
import { count, dollars } from '../../format/money.ts';
import { useNow } from '../../live/now.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Time } from '../../ui/time.tsx';

interface Actions {
  /** Undefined where the key of this session may not do it. */
  readonly onRotate: ((key: ApiKey) => void) | undefined;
  readonly onRevoke: ((key: ApiKey) => void) | undefined;
}

export function keyColumns(actions: Actions): readonly Column<ApiKey>[] {
  return [
    { id: 'name', header: 'Name', cell: (key) => <Name apiKey={key} />, sortBy: ({ name, id }) => name ?? id },
    { id: 'state', header: 'State', cell: (key) => <State apiKey={key} /> },
    { id: 'scopes', header: 'Scopes', cell: ({ scopes }) => <Scopes scopes={scopes} />, className: 'max-w-80' },
    { id: 'limits', header: 'Limits', cell: ({ limits }) => <Limits limits={limits} /> },
    {
      id: 'used',
      header: 'Last used',
      cell: ({ last_used_at: at }) => (at === null ? 'Never' : <Time value={at} />),
      sortBy: ({ last_used_at: at }) => at ?? '',
    },
    {
      id: 'created',
      header: 'Made',
      cell: ({ created_at: at }) => <Time value={at} />,
      sortBy: ({ created_at: at }) => at,
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
        {name ?? 'Without a name'}
        {id === key.id && <Badge tone="info">this session</Badge>}
      </span>
      <span className="font-mono text-ink-soft text-xs">
        acs_{id}…{last4}
      </span>
    </span>
  );
}

function State({ apiKey: { not_before: begin, expires_at: end, rotated_to: successor } }: OfKey) {
  const now = useNow().toISOString();
  if (end !== null && end <= now) return <Badge tone="plain">ended</Badge>;
  if (begin !== null && begin > now) return <Dated at={begin} tone="plain" word="begins" />;
  if (successor !== null && end !== null) return <Dated at={end} tone="warn" word="replaced, ends" />;
  if (end !== null) return <Dated at={end} tone="good" word="works, ends" />;
  return <Badge tone="good">works</Badge>;
}

function Dated({
  at,
  word,
  tone,
}: {
  readonly at: string;
  readonly word: string;
  readonly tone: 'good' | 'warn' | 'plain';
}) {
  return (
    <Badge tone={tone}>
      {word} <Time value={at} />
    </Badge>
  );
}

function Scopes({ scopes }: Pick<ApiKey, 'scopes'>) {
  if (scopes.includes('admin')) return 'everything (admin)';
  return <span className="text-ink-soft text-xs">{scopes.join(', ')}</span>;
}

function Limits({ limits }: Pick<ApiKey, 'limits'>) {
  const words = [
    limits.sandboxes !== null && `${count(limits.sandboxes)} sandboxes at once`,
    limits.requests_per_minute !== null && `${count(limits.requests_per_minute)} calls a minute`,
    limits.monthly_budget_usd !== null && `${dollars(limits.monthly_budget_usd)} a month`,
    limits.monthly_sandbox_hours !== null && `${count(limits.monthly_sandbox_hours)} h a month`,
  ].filter((word) => word !== false);
  return <span className="text-ink-soft text-xs">{words.join(', ') || 'those of the owner'}</span>;
}

function KeyActions({ apiKey, onRotate, onRevoke }: OfKey & Actions) {
  if (!onRotate && !onRevoke) return null;
  return (
    <Menu label={`Actions of the key ${apiKey.name ?? apiKey.id}`}>
      {onRotate && (
        <MenuItem
          disabled={apiKey.rotated_to !== null}
          icon={<RefreshCw aria-hidden />}
          onSelect={() => onRotate(apiKey)}
        >
          Replace by a new key
        </MenuItem>
      )}
      {onRevoke && (
        <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={() => onRevoke(apiKey)}>
          Revoke
        </MenuItem>
      )}
    </Menu>
  );
}
