import { Pencil, Trash2 } from 'lucide-react';
import type { Secret } from '../../../api/shapes.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';

interface Actions {
  readonly onChange: (secret: Secret) => void;
  readonly onDelete: (secret: Secret) => void;
}

/** @param actions undefined where the key may only read */
export function secretColumns(actions: Actions | undefined): readonly Column<Secret>[] {
  const columns: readonly Column<Secret>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: ({ name }) => <code className="break-all font-mono font-medium text-xs">{name}</code>,
      sortBy: ({ name }) => name,
    },
    {
      id: 'description',
      header: 'Description',
      cell: ({ description }) => <span className="whitespace-pre-wrap break-words">{description}</span>,
    },
  ];
  if (!actions) return columns;
  return [
    ...columns,
    {
      id: 'actions',
      header: 'Actions',
      align: 'right',
      cell: (secret) => (
        <Menu label={`Actions for ${secret.name}`}>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => actions.onChange(secret)}>
            Edit
          </MenuItem>
          <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={() => actions.onDelete(secret)}>
            Delete
          </MenuItem>
        </Menu>
      ),
    },
  ];
}
