import * as z from 'zod';

/** Who may own things: a name, an e-mail address or an id of another system. It has to fit into what ECS remembers of who started a task. */
export const OwnerId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._@+-]{0,39}$/, {
    error: 'an owner name has 1 to 40 characters of A-Z a-z 0-9 . _ @ + - and starts with a letter or digit',
  })
  .refine((name) => name.replace(/[A-Za-z0-9-]/g, '').length <= 20, {
    error: 'an owner name has at most 20 characters of . _ @ +',
  });
