import * as z from 'zod';

/** Who made something. */
export const makerFields = {
  /** The person; absent if a key of no member made it. */
  created_by: z.string().optional(),
};

/** Who made something, and who sees it. */
export const privacyFields = {
  ...makerFields,
  /** The only person who sees it besides admins; absent if all members of its owner do. Damaged: only admins see it. */
  private_to: z.string().optional().catch('-'),
};

interface Privacy {
  readonly created_by?: string | undefined;
  readonly private_to?: string | undefined;
}

/** Only what is set, as absent fields mean something in rows. */
export function privacyOf({ created_by, private_to }: Privacy): { created_by?: string; private_to?: string } {
  return {
    ...(created_by === undefined ? {} : { created_by }),
    ...(private_to === undefined ? {} : { private_to }),
  };
}
