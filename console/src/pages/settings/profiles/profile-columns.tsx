import type { Profile } from '../../../api/shapes.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { KeyState } from '../model/key-state.tsx';
import { ProfileMenu } from '../profile-menu.tsx';

interface ProfileActions {
  readonly onActivate: (name: string) => void;
  readonly onEdit: (name: string) => void;
  readonly onRename: (name: string) => void;
  readonly onDelete: (name: string) => void;
}

interface Options {
  /** The name of the profile in use. */
  readonly active: string | null;
  /** Undefined where the key may only read. */
  readonly actions: ProfileActions | undefined;
}

export function profileColumns({ active, actions }: Options): readonly Column<Profile>[] {
  const columns: readonly Column<Profile>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: ({ name }) => (
        <span className="flex flex-wrap items-center gap-2 font-medium">
          <span className="break-all">{name}</span>
          {name === active && <Badge tone="good">In use</Badge>}
        </span>
      ),
      sortBy: ({ name }) => name,
    },
    {
      id: 'model',
      header: 'Model',
      cell: ({ model, base_url: baseUrl }) => (
        <span className="grid gap-0.5">
          <span className="break-all font-mono text-xs">{model ?? 'Default of the service'}</span>
          {baseUrl !== null && <span className="break-all text-ink-soft text-xs">{baseUrl}</span>}
        </span>
      ),
    },
    {
      id: 'key',
      header: 'API key',
      cell: ({ api_key_set: isSet }) => <KeyState isSet={isSet} />,
      className: 'hidden sm:table-cell',
    },
  ];
  if (!actions) return columns;
  return [
    ...columns,
    {
      id: 'actions',
      header: 'Actions',
      align: 'right',
      cell: ({ name }) => (
        <ProfileMenu
          name={name}
          onActivate={name === active ? undefined : () => actions.onActivate(name)}
          onDelete={() => actions.onDelete(name)}
          onEdit={() => actions.onEdit(name)}
          onRename={() => actions.onRename(name)}
        />
      ),
    },
  ];
}
