import * as z from 'zod';
import type { Caller } from '../../../contract/endpoint/caller.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { organizationOf } from '../organization.ts';

/** What people see of an owner: attributes of its row. The id of the owner stays what identifies it. */
const ProfileRow = z.object({
  owner_id: z.string(),
  org_name: z.string().optional(),
  contact_name: z.string().optional(),
  contact_email: z.string().optional(),
  /** Increases with each change of these. */
  profile_revision: z.int().default(0),
});

const shown = ['org_name', 'contact_name', 'contact_email', 'profile_revision'] as const;
const readProfile = /* @__PURE__ */ rowReader('owner', ProfileRow, { shown });

export interface OrganizationProfile {
  readonly ownerId: string;
  readonly name: string;
  readonly contactName: string;
  readonly contactEmail: string;
  readonly revision: number;
}

/** A change. Undefined fields stay. */
export interface ProfileChange {
  readonly name?: string | undefined;
  readonly contactName?: string | undefined;
  readonly contactEmail?: string | undefined;
}

/** @param item the owner's row, if there is one */
export function profileOf(ownerId: string, item: unknown): OrganizationProfile {
  const row = readProfile(item ?? { owner_id: ownerId });
  return {
    ownerId,
    name: row.org_name ?? ownerId,
    contactName: row.contact_name ?? row.org_name ?? ownerId,
    contactEmail: row.contact_email ?? '',
    revision: row.profile_revision,
  };
}

/** The attributes of a change. */
export function profileAttributes({ name, contactName, contactEmail }: ProfileChange) {
  return { org_name: name, contact_name: contactName, contact_email: contactEmail };
}

/** An organization for clients. For API keys of no member, it is that of one user. */
export function organizationView(
  { ownerId, name, contactName, contactEmail }: OrganizationProfile,
  { person }: Pick<Caller, 'person'>,
) {
  return {
    id: organizationOf(ownerId),
    name,
    contact_name: contactName,
    contact_email: contactEmail,
    is_personal: person === undefined,
    credits: null,
  };
}
