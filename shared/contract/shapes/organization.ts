import * as z from 'zod';
import { line } from './text.ts';

/** What lists show of an owner, to clients that know owners as organizations. */
export const organization = {
  id: z.string(),
  name: z.string().meta({ description: 'The ID of the owner until an admin chooses a name.' }),
  contact_name: z.string(),
  contact_email: z.string().meta({ description: 'Empty if there is none.' }),
  is_personal: z.boolean().meta({ description: 'True for API keys that belong to no person.' }),
  credits: z.number().nullable().meta({ description: 'Always null. Budgets and usage have their own endpoints.' }),
};

/** The organization of a path. Not validated further, so that a malformed ID returns 404 like an unknown one. */
export const OrganizationParams = z.object({ org_id: line(100) });

/** One of its members. */
export const MemberParams = OrganizationParams.extend({ user_id: line(200) });
