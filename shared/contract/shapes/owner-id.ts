import * as z from 'zod';

/** An owner's id: a name, an email address or a foreign id. Fits into `startedBy` of an ECS task. */
export const OwnerId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._@+-]{0,39}$/, {
    error: 'Must be 1 to 40 characters of A-Z a-z 0-9 . _ @ + - and start with a letter or digit.',
    abort: true,
  })
  .regex(/^(?:[A-Za-z0-9-]*[._@+]){0,20}[A-Za-z0-9-]*$/, {
    error: 'Must have at most 20 characters of . _ @ +',
  });
