import { LogOut, Pencil, UserMinus } from 'lucide-react';
import type { Member } from '../../api/shapes.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Initials, nameOf } from '../../ui/initials.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Time } from '../../ui/time.tsx';
import { limitWords } from '../keys/key-columns.tsx';

interface Options {
  /** The id of the person who is signed in. */
  readonly ownId: string | undefined;
  /** Undefined if this session cannot change members. */
  readonly act: ((what: 'change' | 'remove' | 'end', of: Member) => void) | undefined;
}

/** How a member is named. */
export const memberName = ({ user_id: id, name, email }: Member): string => nameOf({ id, name, email });

export function memberColumns({ ownId, act }: Options): readonly Column<Member>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      cell: (member) => <Name isOwn={member.user_id === ownId} member={member} />,
      sortBy: memberName,
      className: 'min-w-44',
    },
    {
      id: 'role',
      header: 'Role',
      cell: ({ access_role: role, managed }) => (
        <span className="grid justify-items-start gap-0.5">
          {role}
          {managed && <span className="text-ink-soft text-xs">from the identity provider</span>}
        </span>
      ),
      sortBy: ({ role_rank }) => role_rank,
    },
    {
      id: 'limits',
      header: 'Limits',
      cell: ({ limits }) => <span className="text-xs">{limitWords(limits)}</span>,
      className: 'hidden min-w-32 lg:table-cell',
    },
    {
      id: 'joined',
      header: 'Joined',
      cell: ({ joined_at: at }) => <Time value={at} />,
      sortBy: ({ joined_at: at }) => at,
      className: 'hidden md:table-cell',
    },
    ...(act === undefined
      ? []
      : [
          {
            id: 'actions',
            header: 'Actions',
            cell: (member: Member) => <Actions act={act} member={member} />,
            align: 'right' as const,
          },
        ]),
  ];
}

function Name({ member, isOwn }: { readonly member: Member; readonly isOwn: boolean }) {
  const { name, email } = member;
  return (
    <span className="flex items-center gap-2">
      <Initials name={memberName(member)} />
      <span className="grid min-w-0 gap-0.5">
        <span className="flex flex-wrap items-center gap-2 break-words font-medium">
          {memberName(member)}
          {isOwn && <Badge tone="info">You</Badge>}
        </span>
        {name !== null && email !== null && <span className="break-all text-ink-soft text-xs">{email}</span>}
      </span>
    </span>
  );
}

interface ActionsProps extends Required<Pick<Options, 'act'>> {
  readonly member: Member;
}

function Actions({ member, act }: ActionsProps) {
  return (
    <Menu label={`Actions for ${memberName(member)}`}>
      <MenuItem icon={Pencil} label="Change role and limits" onSelect={() => act?.('change', member)} />
      <MenuItem icon={LogOut} label="End sessions" onSelect={() => act?.('end', member)} />
      <MenuItem icon={UserMinus} isDangerous label="Remove" onSelect={() => act?.('remove', member)} />
    </Menu>
  );
}
