import * as z from 'zod';

/** In the URL of a profile, `.` and `..` would have another meaning. */
export const ProfileName = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, { error: 'Must be 1 to 64 characters of A-Z a-z 0-9 . _ -' })
  .regex(/^(?!\.{1,2}$)/, { error: "The names '.' and '..' are not allowed: a URL cannot contain them." });
