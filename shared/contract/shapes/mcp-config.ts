import * as z from 'zod';
import { JsonObject } from './json.ts';
import { McpServerInput, mcpServer } from './mcp-server.ts';
import { line } from './text.ts';

const MAX_SERVERS = 50;

const NamedServer = z.preprocess(fromAddress, McpServerInput.transform(mcpServer));
const named = <S extends z.ZodType>(server: S) =>
  z
    .record(line(200).min(1), server)
    .refine((servers) => Object.keys(servers).length <= MAX_SERVERS, {
      error: `You can configure at most ${MAX_SERVERS} servers.`,
    })
    .meta({ maxProperties: MAX_SERVERS });
export const McpServers = named(NamedServer);
/** Null removes a server. Whether its fields suffice depends on the stored ones. */
const mcpPatch = () => named(z.preprocess(fromAddress, McpServerInput.nullable()));

/** Older clients send only the URL of a server without a key. */
function fromAddress(value: unknown): unknown {
  return typeof value === 'string' ? { url: value } : value;
}

/** A server in a list. The key stays apart, as a mask stands for that of the stored server with this URL. */
const listed = (transport: string) =>
  z
    .array(
      z.preprocess(
        fromAddress,
        McpServerInput.extend({ name: line(200).nullish() }).transform(({ name, api_key, ...input }, context) => ({
          name: name ?? '',
          key: api_key ?? null,
          server: mcpServer({ ...input, transport }, context),
        })),
      ),
    )
    .max(MAX_SERVERS)
    .nullish();
const McpLists = z.strictObject({
  sse_servers: listed('sse'),
  stdio_servers: listed('stdio'),
  shttp_servers: listed('streamable-http'),
});
export type McpLists = z.infer<typeof McpLists>;

/** MCP servers in one of the two forms that clients send. */
export type McpConfig =
  | { readonly form: 'lists'; readonly lists: McpLists }
  | { readonly form: 'servers'; readonly servers: JsonObject };

/** A change of the stored servers: a whole configuration, or a patch of servers by name. */
export type McpChange = McpConfig | { readonly form: 'patch'; readonly patch: z.output<ReturnType<typeof mcpPatch>> };

/** The rules of servers that JSON Schema cannot express. */
export const mcpRefusals = { custom: 'agents cannot apply a field of an MCP server, which the error names' } as const;

/** Distinguishes the two forms first, so that errors refer to the intended one. */
export const McpConfig = JsonObject.transform((config, context): McpConfig => {
  if (areLists(config)) {
    const parsed = McpLists.safeParse(config);
    return parsed.success ? { form: 'lists', lists: parsed.data } : refuse(context, parsed.error);
  }
  const wrapper = wrapperOf(config);
  const parsed = McpServers.safeParse(wrapper ? config[wrapper] : config);
  if (!parsed.success) return refuse(context, parsed.error, wrapper ? [wrapper] : []);
  return { form: 'servers', servers: parsed.data };
}).meta({
  id: 'McpConfig',
  override: ({ jsonSchema }) => Object.assign(jsonSchema, configForms()),
  description:
    'MCP servers by name, as agent servers and the usual clients write them (optionally inside `mcpServers` or `servers`), or in the three lists `sse_servers`, `stdio_servers` and `shttp_servers`. Fields that agents cannot apply are refused.',
});

function mcpChange() {
  const patch = mcpPatch();
  return JsonObject.transform((config, context): McpChange => {
    if (areLists(config) || wrapperOf(config) !== undefined) {
      const parsed = McpConfig.safeParse(config);
      return parsed.success ? parsed.data : refuse(context, parsed.error);
    }
    const parsed = patch.safeParse(config);
    return parsed.success ? { form: 'patch', patch: parsed.data } : refuse(context, parsed.error);
  }).meta({
    id: 'McpChange',
    override: ({ jsonSchema }) =>
      Object.assign(jsonSchema, { anyOf: [{ $ref: '#/components/schemas/McpConfig' }, patchForm()] }),
    description:
      'A patch of the MCP servers by name: null removes a server or one of its fields, and other servers stay. Servers in lists, or inside `mcpServers` or `servers`, replace all. Fields that agents cannot apply are refused.',
  });
}

/** As agent servers take it: servers by name are merged, as Agent Canvas sends only the server that it changes. */
export const McpChange = /* @__PURE__ */ mcpChange();

function refuse(context: z.core.$RefinementCtx, error: z.ZodError, path: readonly string[] = []): never {
  for (const issue of error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
    for (const field of unknown?.map((key) => [key]) ?? [[]]) {
      const message = unknown ? 'This is not one of the three lists. Send one form of servers.' : issue.message;
      context.addIssue({ code: 'custom', message, path: [...path, ...issue.path, ...field] });
    }
  }
  return z.NEVER;
}

/** The field that holds the servers by name, if any. */
function wrapperOf(config: JsonObject): 'mcpServers' | 'servers' | undefined {
  if ('mcpServers' in config) return 'mcpServers';
  return isMap(config.servers) ? 'servers' : undefined;
}

/** The two forms as JSON Schema, for the OpenAPI document. */
function configForms() {
  const named = formOf(McpServers);
  return {
    anyOf: [
      { ...formOf(McpLists), minProperties: 1 },
      { ...named, properties: { mcpServers: named, servers: named } },
    ],
  };
}

function patchForm() {
  const { anyOf: _needed, ...server } = formOf(McpServerInput);
  const additionalProperties = { anyOf: [{ type: 'string', format: 'uri' }, server, { type: 'null' }] };
  return { type: 'object', maxProperties: MAX_SERVERS, additionalProperties };
}

function formOf(schema: z.ZodType) {
  const { $schema: _, ...form } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // `override` is for the code that generates the document.
      delete jsonSchema.override;
      const server = serverIn(zodSchema);
      if (server) Object.assign(jsonSchema, { anyOf: [{ type: 'string', format: 'uri' }, formOf(server)] });
    },
  });
  return form;
}

/** The fields of a server, of a schema that also takes its URL. */
function serverIn({ _zod: { def } }: z.core.$ZodType): z.ZodType | undefined {
  const { in: before, out } = def as { readonly in?: z.ZodType; readonly out?: z.ZodPipe<z.ZodType> };
  return def.type === 'pipe' && before?._zod.def.type === 'transform' ? out?._zod.def.in : undefined;
}

const LISTS: ReadonlySet<string> = new Set(['sse_servers', 'stdio_servers', 'shttp_servers']);

/** Whether the keys are lists. A server with the name of a list is an object. */
function areLists(config: JsonObject): boolean {
  const entries = Object.entries(config);
  const isList = ([name, value]: [string, unknown]) => LISTS.has(name) && Array.isArray(value);
  return (
    entries.some(isList) || (entries.length > 0 && entries.every(([name, value]) => LISTS.has(name) && value === null))
  );
}

/** Whether `servers` are those of VS Code. A server that is called `servers` has texts among its fields. */
function isMap(value: unknown): boolean {
  const map = JsonObject.safeParse(value);
  return map.success && Object.values(map.data).every((server) => typeof server === 'object');
}
