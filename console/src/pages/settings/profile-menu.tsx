import { Check, Pencil, TextCursorInput, Trash2 } from 'lucide-react';
import { Menu, MenuItem } from '../../ui/menu.tsx';

interface Props {
  readonly name: string;
  /** Undefined for the one in use. */
  readonly onActivate: (() => void) | undefined;
  readonly onEdit: () => void;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

/** What can be done with a profile, of a model or of an agent. */
export function ProfileMenu({ name, onActivate, onEdit, onRename, onDelete }: Props) {
  return (
    <Menu label={`Actions for ${name}`}>
      {onActivate && (
        <MenuItem icon={<Check aria-hidden />} onSelect={onActivate}>
          Use
        </MenuItem>
      )}
      <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
        Edit
      </MenuItem>
      <MenuItem icon={<TextCursorInput aria-hidden />} onSelect={onRename}>
        Rename
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  );
}
