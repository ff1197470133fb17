import * as z from 'zod';

/** The changes that a response headers policy makes. Names are in lower case. */
export interface ResponseHeaders {
  readonly set: readonly { readonly name: string; readonly value: string; readonly override: boolean }[];
  readonly remove: readonly string[];
}

export type Headers = Record<string, string | readonly string[]>;

const Items = <Item extends z.ZodType>(item: Item) => z.strictObject({ Items: z.array(item).default([]) });
const Policy = z.strictObject({
  ResponseHeadersPolicyConfig: z.strictObject({
    Name: z.string(),
    Comment: z.string().optional(),
    CustomHeadersConfig: Items(
      z.strictObject({ Header: z.string(), Value: z.string(), Override: z.boolean() }),
    ).default({
      Items: [],
    }),
    RemoveHeadersConfig: Items(z.strictObject({ Header: z.string() })).default({ Items: [] }),
    SecurityHeadersConfig: z
      .strictObject({
        ContentSecurityPolicy: z.strictObject({ ContentSecurityPolicy: z.string(), Override: z.boolean() }).optional(),
        ContentTypeOptions: z.strictObject({ Override: z.boolean() }).optional(),
      })
      .default({}),
  }),
});

/** @throws naming what the local edge does not support in the policy */
export function readResponseHeaders(properties: unknown): ResponseHeaders {
  const { ResponseHeadersPolicyConfig: config } = parseSupported(Policy, properties, 'the response headers policy');
  const { ContentSecurityPolicy: content, ContentTypeOptions: type } = config.SecurityHeadersConfig;
  const named = (name: string, value: string, override: boolean) => ({ name: name.toLowerCase(), value, override });
  return {
    set: [
      ...config.CustomHeadersConfig.Items.map(({ Header, Value, Override }) => named(Header, Value, Override)),
      ...(content ? [named('content-security-policy', content.ContentSecurityPolicy, content.Override)] : []),
      ...(type ? [named('x-content-type-options', 'nosniff', type.Override)] : []),
    ],
    remove: config.RemoveHeadersConfig.Items.map(({ Header }) => Header.toLowerCase()),
  };
}

/** Like CloudFront, removes headers before it sets others. */
export function applyResponseHeaders(headers: Headers, { set, remove }: ResponseHeaders): Headers {
  const changed = { ...headers };
  for (const name of remove) delete changed[name];
  for (const { name, value, override } of set) {
    if (override || changed[name] === undefined) changed[name] = value;
  }
  return changed;
}

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
