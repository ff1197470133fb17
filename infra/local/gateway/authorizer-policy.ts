import * as z from 'zod';

const oneOrMore = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : [value]));
const Statement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: oneOrMore,
});

/** A Lambda authorizer's policy. Conditions are refused, as they are not evaluated here. */
export const AuthorizerPolicy = z.object({
  Version: z.string().optional(),
  Statement: z.union([z.array(Statement), Statement.transform((statement) => [statement])]),
});
export type AuthorizerPolicy = z.infer<typeof AuthorizerPolicy>;

/** What a policy says about calling a method: an explicit deny wins, and silence is a deny too. */
export function decide(policy: AuthorizerPolicy, methodArn: string): 'allow' | 'explicit deny' | 'implicit deny' {
  const matching = policy.Statement.filter(
    ({ Action, Resource }) =>
      Action.some((action) => matches(action.toLowerCase(), 'execute-api:invoke')) &&
      Resource.some((resource) => matches(resource, methodArn)),
  );
  if (matching.some(({ Effect }) => Effect === 'Deny')) return 'explicit deny';
  return matching.length > 0 ? 'allow' : 'implicit deny';
}

/** `*` is any text, slashes included; `?` is any one character. */
function matches(pattern: string, text: string): boolean {
  if (pattern === '*') return true;
  if (!/[*?]/.test(pattern)) return pattern === text;
  const source = pattern
    .split(/([*?])/)
    .map((part) => (part === '*' ? '.*' : part === '?' ? '.' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`, 's').test(text);
}
