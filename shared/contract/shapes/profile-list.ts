import * as z from 'zod';

/** URLs treat `.` and `..` as relative path segments. */
export const ProfileName = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, { error: 'Must be 1 to 64 characters of A-Z a-z 0-9 . _ -' })
  .regex(/^(?!\.{1,2}$)/, { error: "The names '.' and '..' are not allowed: a URL cannot contain them." });

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
