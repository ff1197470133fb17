import * as z from 'zod';

export const ProfileList = z
  .object({
    profiles: z.array(
      z.object({
        name: z.string(),
        model: z.string().nullable(),
        base_url: z.string().nullable(),
        api_key_set: z.boolean(),
      }),
    ),
    active_profile: z.string().nullable(),
  })
  .meta({ id: 'ProfileList' });
