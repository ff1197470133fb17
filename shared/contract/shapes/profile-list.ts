import * as z from 'zod';

export const ProfileList = z
  .object({
    profiles: z.array(
      z.object({
        name: z.string(),
        model: z.string().nullable(),
        base_url: z.string().nullable(),
        api_key_set: z.boolean(),
        provider_connection_id: z.string().optional(),
        provider_connection_broken: z.boolean().optional(),
      }),
    ),
    active_profile: z.string().nullable(),
  })
  .meta({ id: 'ProfileList' });
