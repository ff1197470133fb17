import * as z from 'zod';
import { Json, JsonObject } from './json.ts';
import { MASK } from './mask.ts';
import { freeText, line, webAddress } from './text.ts';

const address = webAddress(4_000).nullish();
const duration = z.number().positive().max(3_600_000).nullish();
const transport = line(40).nullish();
const flag = z.boolean().nullish();
const scalar = z.union([freeText(8_000), z.number(), z.boolean(), z.null()]);
const words = z.array(z.union([freeText(4_000), z.number()])).max(200);
const variables = z.record(line(200), scalar);

/** A server as the usual clients write it: some have several names for one field. */
export const McpServerInput = z
  .object({
    url: address,
    serverUrl: address,
    httpUrl: address,
    transport,
    type: transport,
    transportType: transport,
    command: freeText(2_000).min(1).nullish(),
    args: z.union([words, freeText(8_000)], { error: 'Must be a list of texts, or one text.' }).nullish(),
    env: z.union([variables, freeText(32_000)], { error: 'Must be an object of texts, or NAME=value.' }).nullish(),
    cwd: line(2_000).nullish(),
    description: freeText(2_000).nullish(),
    icon: line(4_000).nullish(),
    timeout: duration,
    sse_read_timeout: duration,
    keep_alive: flag,
    headers: z.record(line(200), line(8_000).nullable()).nullish(),
    auth: z.union([JsonObject, line(8_000)], { error: "Must be an object, or 'oauth'." }).nullish(),
    authentication: JsonObject.nullish(),
    api_key: line(8_000).nullish(),
    enabled: flag,
    isActive: flag,
    disabled: flag,
  })
  .catchall(Json)
  .meta({
    anyOf: ['url', 'serverUrl', 'httpUrl', 'command'].map((name) => ({
      properties: { [name]: { type: 'string' } },
      required: [name],
    })),
  });
type Input = z.output<typeof McpServerInput>;
type Context = z.core.$RefinementCtx;

/** The server in the format of agent servers. Refuses by name what they cannot apply. */
export function mcpServer(input: Input, context: Context): JsonObject {
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  for (const field of unknownIn(input)) refuse(field, HINTS[field] ?? 'Agents cannot apply this field. Remove it.');
  const { url: _url, command, args, env, headers, cwd, auth: credentials } = input;
  for (const path of openTexts({ command, args, env, headers, cwd, auth: credentials }))
    context.addIssue({ code: 'custom', path, message: 'The service cannot fill in this text. Send the value itself.' });
  const url = input.url ?? input.serverUrl ?? input.httpUrl;
  const server = {
    url,
    transport: transportOf(input, refuse),
    command: input.command,
    args: typeof input.args === 'string' ? shellWords(input.args) : input.args?.map(String),
    env: variablesOf(input.env, refuse),
    cwd: input.cwd,
    description: input.description,
    icon: input.icon,
    timeout: inSeconds(input.timeout),
    sse_read_timeout: inSeconds(input.sse_read_timeout),
    keep_alive: input.keep_alive,
    headers: headersOf(input),
    auth: authOf(input, refuse),
    enabled: input.disabled || input.isActive === false ? false : input.enabled,
  };
  if (server.transport === 'stdio' && !input.command) refuse('command', 'A stdio server needs a command.');
  else if (server.transport && server.transport !== 'stdio' && !url) refuse('url', 'This transport needs a url.');
  else if (!url && !input.command) refuse('url', 'A server needs a url or a command.');
  if (server.auth && Object.keys(server.headers ?? {}).some(isAuthorization))
    refuse('auth', 'Send the header Authorization (or api_key), or auth, not both.');
  return JsonObject.parse(JSON.parse(JSON.stringify(server, (_, value: unknown) => plain(value))));
}

/** Claude Code and Gemini CLI write milliseconds. More than an hour is no time of a tool in seconds. */
function inSeconds(time: number | null | undefined) {
  return time && time > 3_600 ? time / 1_000 : time;
}

/** Fields of clients for their own display, and those that spare a question which agents do not ask. */
const IGNORED: ReadonlySet<string> = new Set([
  ...['name', 'title', 'note', 'version', 'gallery', 'dev', 'source', 'registry', 'oauth_state'],
  ...['autoApprove', 'alwaysAllow', 'trust'],
  ...Object.keys(McpServerInput.shape),
]);

const ALL_TOOLS = 'Agents get all tools of a server. Remove this field, or disable the server.';
const HINTS: Readonly<Record<string, string>> = {
  envFile: 'Agents read no file of variables. Put its variables into env.',
  headersHelper: 'Agents run no program for headers. Put the headers into headers.',
  oauth: 'Put the login into auth, as {"strategy": "oauth2"}.',
  includeTools: ALL_TOOLS,
  excludeTools: ALL_TOOLS,
  disabledTools: ALL_TOOLS,
  enabledTools: ALL_TOOLS,
  tools: ALL_TOOLS,
};

/** Fields that ask for something, except an empty value. */
function unknownIn(input: Input): readonly string[] {
  return Object.entries(input)
    .filter(([name, value]) => !IGNORED.has(name) && Boolean(value) && !/^(?:\[\]|\{\})$/.test(JSON.stringify(value)))
    .map(([name]) => name);
}

type Refuse = (field: string, message: string) => void;

const TRANSPORTS: Readonly<Record<string, string>> = {
  stdio: 'stdio',
  local: 'stdio',
  http: 'http',
  remote: 'http',
  streamablehttp: 'streamable-http',
  shttp: 'streamable-http',
  sse: 'sse',
};

function transportOf(input: Input, refuse: Refuse): string | undefined {
  const field = (['transport', 'type', 'transportType'] as const).find((name) => input[name]);
  if (field === undefined) return input.httpUrl ? 'streamable-http' : undefined;
  const known = TRANSPORTS[String(input[field]).toLowerCase().replace(/[-_]/g, '')];
  if (known === undefined) refuse(field, 'Agents know the transports stdio, http, streamable-http and sse.');
  return known;
}

function headersOf({ headers, api_key: key }: Input) {
  if (!key) return headers;
  return { ...headers, Authorization: key === MASK || /^Bearer /i.test(key) ? key : `Bearer ${key}` };
}

function isAuthorization(name: string): boolean {
  return name.toLowerCase() === 'authorization';
}

const STRATEGIES: readonly unknown[] = ['none', 'api_key', 'bearer', 'basic', 'header', 'oauth2'];

/** Credentials as agent servers take them, from a word or a token, of FastMCP or of Cursor. */
function authOf({ auth, authentication }: Input, refuse: Refuse): JsonObject | undefined {
  const login: JsonObject = authentication ? { authentication: { type: 'oauth', ...authentication } } : {};
  if (!auth) return authentication ? { strategy: 'oauth2', ...login } : undefined;
  if (auth === 'oauth') return { strategy: 'oauth2', ...login };
  if (typeof auth === 'string') return { strategy: 'bearer', value: auth };
  if (STRATEGIES.includes(auth.strategy)) return auth;
  const { CLIENT_ID: client_id, CLIENT_SECRET: client_secret, scopes } = auth;
  if (client_id)
    return { strategy: 'oauth2', authentication: given({ type: 'oauth', client_id, client_secret, scopes }) };
  refuse('auth', `Send 'oauth', or an object whose strategy is one of ${STRATEGIES.join(', ')}.`);
  return undefined;
}

function given(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  return JsonObject.parse(JSON.parse(JSON.stringify(fields)));
}

function variablesOf(env: Input['env'], refuse: Refuse): Record<string, string> | undefined {
  if (env === null || env === undefined) return undefined;
  const pairs =
    typeof env === 'string'
      ? env.split(env.includes('\n') ? /\r?\n/ : ',').flatMap((pair): [string, string][] => {
          const [, name = '', value = ''] = /^\s*([^=\s]+)=(.*)$/.exec(pair) ?? [];
          if (name === '' && pair.trim() !== '') refuse('env', 'Write each variable as NAME=value.');
          return name === '' ? [] : [[name, value]];
        })
      : Object.entries(env).flatMap(([name, value]): [string, string][] =>
          value === null ? [] : [[name, String(value)]],
        );
  return Object.fromEntries(pairs);
}

/** The words of a command line, without quotation marks. */
function shellWords(text: string): string[] {
  const found = text.match(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gs) ?? [];
  return found.map((word) =>
    word.replace(
      /\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/gs,
      (_, char?: string, double?: string, single?: string) =>
        char ?? double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? '',
    ),
  );
}

/** A value without null, and with variables as agents write them. */
function plain(value: unknown): unknown {
  if (value === null) return undefined;
  return typeof value === 'string' ? value.replace(/(?<=\$\{)env:/g, '') : value;
}

/** What only the client that wrote it can fill in, such as `${input:key}`. Agents fill in `${NAME}` from secrets. */
const OPEN = /\$\{(?:(?!env:)\w+:(?!-)|workspaceFolder|userHome|pathSeparator|\/)[^}]*\}/;

/** The paths of texts that only another client can complete. */
function openTexts(value: unknown, path: readonly PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === 'string') return OPEN.test(value) ? [[...path]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]: [string, unknown]) => openTexts(child, [...path, name]));
}
