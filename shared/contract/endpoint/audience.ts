import type { Role } from '../shapes/roles.ts';
import type { Caller } from './caller.ts';

/** What a caller sees: `all` of its owner, or what is not private to another person. */
export type Audience = { readonly kind: 'all' } | { readonly kind: 'member'; readonly personId: string };

/** Roles that see the private conversations of others. */
const seeing: readonly Role[] = ['admin', 'operator'];

/** Keys of no member act for the owner and see everything, as admins and operators do. */
export function audienceOf({ person }: Pick<Caller, 'person'>): Audience {
  return person === undefined || seeing.includes(person.role)
    ? { kind: 'all' }
    : { kind: 'member', personId: person.id };
}

/** The person that a list is for; undefined if it shows everything. */
export function onlyFor(caller: Pick<Caller, 'person'>): string | undefined {
  const audience = audienceOf(caller);
  return audience.kind === 'all' ? undefined : audience.personId;
}

/** Whether a row is for a person. `private_to` is absent on rows that all members of the owner see. */
export function isFor(personId: string | undefined, { private_to: privateTo }: { private_to?: string | undefined }) {
  return personId === undefined || privateTo === undefined || privateTo === personId;
}

/**
 * The row, unless it is private to another person: for requests that read it again after a while. Before a request, the
 * step around all endpoints has decided this.
 */
export function ifSeen<R extends { private_to?: string | undefined }>(
  caller: Pick<Caller, 'person'>,
  row: R | undefined,
): R | undefined {
  return row && isFor(onlyFor(caller), row) ? row : undefined;
}

/** Whether the caller made it, or acts for those who decide about everything of the owner. */
export function decidesAbout(
  caller: Pick<Caller, 'person'>,
  { created_by: createdBy }: { created_by?: string | undefined },
): boolean {
  const audience = audienceOf(caller);
  return audience.kind === 'all' || audience.personId === createdBy;
}
