import * as z from 'zod';
import { JsonObject } from './json.ts';
import { freeText, line, webAddress } from './text.ts';

const MAX_SERVERS = 50;

const address = webAddress(4_000);
const headers = z.record(line(200), line(8_000));
const variables = z.record(line(200), freeText(8_000));
const seconds = z.number().positive().max(86_400);

/** A server in the format of agent servers. Unknown fields are removed, as agent servers refuse them. */
const McpServer = z
  .object({
    url: address.nullish(),
    transport: z.enum(['stdio', 'http', 'streamable-http', 'sse']).nullish(),
    command: freeText(2_000).min(1).nullish(),
    args: z.array(freeText(4_000)).max(200).nullish(),
    env: variables.nullish(),
    cwd: line(2_000).nullish(),
    description: freeText(2_000).nullish(),
    icon: line(4_000).nullish(),
    timeout: seconds.nullish(),
    sse_read_timeout: seconds.nullish(),
    keep_alive: z.boolean().nullish(),
    headers: headers.nullish(),
    auth: JsonObject.nullish(),
    enabled: z.boolean().nullish(),
  })
  .refine(({ url, command }) => Boolean(url || command), { error: 'A server needs a url or a command.' })
  .meta({
    anyOf: ['url', 'command'].map((name) => ({ properties: { [name]: { type: 'string' } }, required: [name] })),
  });

const McpServers = z
  .record(line(200).min(1), McpServer)
  .refine((servers) => Object.keys(servers).length <= MAX_SERVERS, {
    error: `You can configure at most ${MAX_SERVERS} servers.`,
  })
  .meta({ maxProperties: MAX_SERVERS });

/** Older clients send only the URL of a server without a key. */
const FullServer = z.object({ url: address, api_key: line(8_000).nullish(), timeout: seconds.nullish() });
const UrlServer = z.preprocess((value) => (typeof value === 'string' ? { url: value } : value), FullServer);
const StdioServer = z.object({
  name: line(200),
  command: freeText(2_000).min(1),
  args: z.array(freeText(4_000)).max(200).nullish(),
  env: variables.nullish(),
});
const McpLists = z.object({
  sse_servers: z.array(UrlServer).max(MAX_SERVERS).nullish(),
  stdio_servers: z.array(StdioServer).max(MAX_SERVERS).nullish(),
  shttp_servers: z.array(UrlServer).max(MAX_SERVERS).nullish(),
});
export type McpLists = z.infer<typeof McpLists>;

/** MCP servers in one of the two forms that clients send. */
export type McpConfig =
  | { readonly form: 'lists'; readonly lists: McpLists }
  | { readonly form: 'servers'; readonly servers: JsonObject };

/** Distinguishes the two forms first, so that errors refer to the intended one. */
export const McpConfig = JsonObject.transform((config, context): McpConfig => {
  const refuse = (error: z.ZodError, path: readonly string[]) => {
    for (const { message, path: inner } of error.issues) {
      context.addIssue({ code: 'custom', message, path: [...path, ...inner] });
    }
    return z.NEVER;
  };
  if (areLists(config)) {
    const parsed = McpLists.safeParse(config);
    return parsed.success ? { form: 'lists', lists: parsed.data } : refuse(parsed.error, []);
  }
  const isWrapped = 'mcpServers' in config;
  const parsed = McpServers.safeParse(isWrapped ? config.mcpServers : config);
  if (!parsed.success) return refuse(parsed.error, isWrapped ? ['mcpServers'] : []);
  return { form: 'servers', servers: JsonObject.parse(JSON.parse(JSON.stringify(parsed.data, withoutNulls))) };
}).meta({
  override: ({ jsonSchema }) => Object.assign(jsonSchema, configForms()),
  description:
    'MCP servers by name, in the format of agent servers (optionally inside `mcpServers`), or in the three lists `sse_servers`, `stdio_servers` and `shttp_servers`.',
});

/** The two forms as JSON Schema, for the OpenAPI document. */
function configForms() {
  const formOf = (schema: z.ZodType) => {
    const { $schema: _, ...form } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        // `override` is for the code that generates the document.
        delete jsonSchema.override;
        if (zodSchema === UrlServer) Object.assign(jsonSchema, { anyOf: [formOf(FullServer), formOf(address)] });
      },
    });
    return form;
  };
  const lists = { ...formOf(McpLists), additionalProperties: false, minProperties: 1 };
  const servers = formOf(McpServers);
  return {
    anyOf: [
      lists,
      { type: 'object' as const, properties: { mcpServers: servers }, required: ['mcpServers'] },
      { ...servers, not: { properties: { mcpServers: {} }, required: ['mcpServers'] } },
    ],
  };
}

const LISTS: ReadonlySet<string> = new Set(['sse_servers', 'stdio_servers', 'shttp_servers']);

/** Whether the keys are the three lists. A server with the name of a list is an object. */
function areLists(config: JsonObject): boolean {
  const entries = Object.entries(config);
  return (
    entries.length > 0 && entries.every(([name, value]) => LISTS.has(name) && (Array.isArray(value) || value === null))
  );
}

function withoutNulls(_name: string, value: unknown): unknown {
  return value === null ? undefined : value;
}
