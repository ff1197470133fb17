import * as z from 'zod';
import { Moment, Seconds } from '../../../contract/shapes/moments.ts';
import { Role } from '../../../contract/shapes/roles.ts';
import { rowReader } from '../../../platform/aws/rows.ts';

/** A row of the invitations table. */
export const InvitationRecord = z.object({
  owner_id: z.string(),
  /** A whole number, as clients of other services expect it. */
  invitation_id: z.string(),
  /** SHA-256 of the token, in hex. */
  token_hash: z.string(),
  /** In lower case. Absent: anyone who has the link can accept. */
  email: z.string().optional(),
  role: Role,
  status: z.enum(['PENDING', 'ACCEPTED', 'REVOKED']),
  /** The id of the person or of the API key, or `operator`. */
  invited_by: z.string(),
  inviter_email: z.string().nullable().default(null),
  inviter_name: z.string().nullable().default(null),
  created_at: Moment,
  /** Seconds since 1970. */
  expires_at: Seconds,
  accepted_by: z.string().optional(),
  /** Seconds since 1970. The table's TTL deletes the row later. */
  purge_at: Seconds,
});
export type InvitationRecord = z.infer<typeof InvitationRecord>;

/** A damaged invitation cannot be accepted: it can have lost its address or its role. */
export const invitationOf = /* @__PURE__ */ rowReader('invitation', InvitationRecord, {
  shown: ['inviter_email', 'inviter_name', 'created_at', 'accepted_by'],
  damaged: { status: 'REVOKED' },
});

export function isPending({ status, expires_at: end }: InvitationRecord, now: Date): boolean {
  return status === 'PENDING' && end * 1000 > now.getTime();
}
