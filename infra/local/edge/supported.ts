import type * as z from 'zod';

/**
 * Reads template properties that the local edge acts on.
 *
 * @throws naming every unknown member, so that nothing deployed is ignored locally
 */
export function parseSupported<Schema extends z.ZodType>(
  schema: Schema,
  properties: unknown,
  what: string,
): z.infer<Schema> {
  const parsed = schema.safeParse(properties);
  if (parsed.success) return parsed.data;
  const members = parsed.error.issues.flatMap((issue) => {
    const path = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys') return [`'${path}' (${issue.message})`];
    return issue.keys.map((key) => `'${path === '' ? '' : `${path}.`}${key}'`);
  });
  throw new Error(`${what}: the local edge does not support ${members.join(', ')}`);
}
