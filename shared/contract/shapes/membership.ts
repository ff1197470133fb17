import * as z from 'zod';
import { Role } from './roles.ts';

export const Membership = z
  .object({
    owner_id: z.string(),
    org_id: z
      .string()
      .meta({ description: 'The ID of the owner as an organization, for X-Org-Id and `/api/organizations`.' }),
    role: Role,
  })
  .meta({ id: 'Membership' });
