import * as z from 'zod';

/** In the address of a profile `.` and `..` would mean something else. */
export const ProfileName = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, { error: 'a profile name has 1 to 64 characters of A-Z a-z 0-9 . _ -' })
  .regex(/^(?!\.{1,2}$)/, { error: "'.' and '..' cannot be names: no address can say them" });
