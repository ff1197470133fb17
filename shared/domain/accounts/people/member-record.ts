import * as z from 'zod';
import { KeyRowLimits, limitsSet } from '../../../contract/shapes/limits.ts';
import { Moment } from '../../../contract/shapes/moments.ts';
import { Role } from '../../../contract/shapes/roles.ts';
import { rowReader } from '../../../platform/aws/rows.ts';

/** A person as a member of an owner: a row of the members table. */
export const MemberRecord = z.object({
  person_id: z.string(),
  owner_id: z.string(),
  role: Role,
  /** `REMOVED`: the row remains, so that keys which the member made end at once, or go on, as it was decided. */
  status: z.enum(['ACTIVE', 'REMOVED']),
  /** When the member was removed. Invitations from before it bring no one back. */
  removed_at: Moment.optional(),
  /** What happens to the keys of a removed member. */
  keys: z.enum(['keep', 'revoke']).optional(),
  /** Keys that the member had at this time have ended, also if the member comes back. */
  keys_ended_at: Moment.optional(),
  /** Tokens that were issued before are refused for this owner. In seconds since 1970. */
  signed_out_at: z.int().optional(),
  /** Whether the identity provider decides on membership and role, by its claims. */
  managed: z.boolean().default(false),
  joined_at: Moment,
  /** The last address and name that the provider gave. */
  email: z.string().nullable().default(null),
  name: z.string().nullable().default(null),
  limits: KeyRowLimits,
  /** Increases with each change of the role, the status or the limits. */
  revision: z.int().default(0),
});
export type MemberRecord = z.infer<typeof MemberRecord>;

/** A damaged member has no rights: the row can have lost its role or limits. */
export const memberRecordOf = /* @__PURE__ */ rowReader('member', MemberRecord, {
  shown: ['email', 'name', 'joined_at'],
  damaged: { status: 'REMOVED', keys: 'revoke' },
});

export function memberRow({ limits, ...row }: MemberRecord): Readonly<Record<string, unknown>> {
  return { ...row, limits: limitsSet(limits) };
}

/** The sort key of a person's own row, which no owner's id can be. */
export const PERSON = '#person';

/** What all owners of a person share. */
export const PersonRecord = z.object({
  person_id: z.string(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable().default(null),
  name: z.string().nullable().default(null),
  picture: z.string().nullable().default(null),
  /** The owner of requests that name none; the first that the person joined by default. */
  chosen_owner_id: z.string().optional(),
  /** Tokens that were issued before are refused. In seconds since 1970. */
  signed_out_at: z.int().optional(),
  first_sign_in_at: Moment,
  last_sign_in_at: Moment,
});
export type PersonRecord = z.infer<typeof PersonRecord>;

/** The tokens of a damaged person are refused: the row can have lost the time of a sign-out. */
export const personRecordOf = /* @__PURE__ */ rowReader('person', PersonRecord, {
  shown: ['email', 'name', 'picture', 'chosen_owner_id', 'first_sign_in_at', 'last_sign_in_at'],
  damaged: { signed_out_at: Number.MAX_SAFE_INTEGER },
});

/** Everything that the table has of a person. */
export interface KnownPerson {
  /** Undefined before the first sign-in. */
  readonly person: PersonRecord | undefined;
  /** The oldest first, with removed ones. */
  readonly memberships: readonly MemberRecord[];
}

export function isActive({ status }: Pick<MemberRecord, 'status'>): boolean {
  return status === 'ACTIVE';
}
