import { useSession } from '../session/session.ts';
import { useMemberNames } from './member-names.ts';

/** Who can have made something: a person, or the API keys that belong to no person. */
export interface Maker {
  /** As in `created_by_user_id`. */
  readonly id: string;
  readonly name: string;
}

/** Everyone who can have made something of the owner, the reader first. Without `members:read`, no other people. */
export function useMakers({ isWanted = true } = {}): readonly Maker[] {
  const { key, owner } = useSession();
  const members = useMemberNames({ isWanted }) ?? new Map<string, string>();
  const own = key.member ? [{ id: key.member.id, name: 'You' }] : [];
  const others = [...members]
    .map(([id, name]) => ({ id, name }))
    .filter(({ id }) => id !== key.member?.id)
    .toSorted((one, other) => one.name.localeCompare(other.name));
  return [...own, ...others, { id: owner, name: 'API keys of no person' }];
}

/** The name of a maker. Someone who is a member no longer is known by their ID alone. */
export function makerName(makers: readonly Maker[], id: string): string {
  return makers.find((one) => one.id === id)?.name ?? id;
}
