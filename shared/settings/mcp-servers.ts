import { type Json, JsonObject } from '../contract/json.ts';
import type { McpConfig, McpLists } from '../contract/mcp-config.ts';
import { MASK, replaceSecretTexts } from './sealed-json.ts';

/** MCP servers by name. */
export type McpServers = JsonObject;

/** What was sent, as servers by name. A mask stands for the secret that is known at its place. */
export function serversOf(config: McpConfig, known: McpServers): McpServers {
  const sent = config.form === 'servers' ? config.servers : fromLists(config.lists, known);
  const unmasked = replaceSecretTexts(sent, (text, path) => {
    if (text !== MASK) return text;
    const before = at(known, path);
    return typeof before === 'string' ? before : undefined;
  });
  return JsonObject.parse(unmasked);
}

/** The same servers with a mask for every secret. */
export function maskedServers(servers: McpServers): McpServers {
  return JsonObject.parse(replaceSecretTexts(servers, () => MASK));
}

/** Servers by name as the lists of older clients. */
export function listsOf(servers: McpServers): Record<'sse_servers' | 'stdio_servers' | 'shttp_servers', JsonObject[]> {
  const of = (kind: Kind) => Object.entries(servers).filter(([, server]) => kindOf(server) === kind);
  const byUrl = ([, server]: [string, Json]): JsonObject => ({
    url: field(server, 'url'),
    api_key: keyOf(server),
    ...(field(server, 'timeout') === null ? {} : { timeout: field(server, 'timeout') }),
  });
  return {
    sse_servers: of('sse').map(byUrl),
    stdio_servers: of('stdio').map(([name, server]) => ({
      name,
      command: field(server, 'command'),
      args: field(server, 'args') ?? [],
      env: field(server, 'env') ?? {},
    })),
    shttp_servers: of('shttp').map(byUrl),
  };
}

/** Those that are not switched off. */
export function enabledServers(servers: McpServers): McpServers {
  return Object.fromEntries(Object.entries(servers).filter(([, server]) => field(server, 'enabled') !== false));
}

/** The lists say no names. A server that is there already, by kind and address, keeps its own, and with it what the lists cannot say. */
function fromLists(lists: McpLists, known: McpServers): McpServers {
  const servers: McpServers = {};
  const add = (wanted: string, server: JsonObject) => {
    servers[freeName(wanted, servers)] = server;
  };
  for (const kind of ['sse', 'shttp'] as const) {
    const transport = kind === 'sse' ? 'sse' : 'streamable-http';
    for (const [index, { url, api_key: key, timeout }] of (lists[`${kind}_servers`] ?? []).entries()) {
      const [name, before] =
        Object.entries(known).find(([, server]) => kindOf(server) === kind && field(server, 'url') === url) ?? [];
      const credentials =
        key === MASK ? credentialsOf(before) : key ? { headers: { Authorization: `Bearer ${key}` } } : {};
      add(name ?? `${kind}_${index + 1}`, { url, transport, ...credentials, ...(timeout ? { timeout } : {}) });
    }
  }
  for (const { name, command, args, env } of lists.stdio_servers ?? []) {
    add(name || 'stdio', { transport: 'stdio', command, args: args ?? [], env: env ?? {} });
  }
  return servers;
}

type Kind = 'stdio' | 'sse' | 'shttp';

function kindOf(server: Json | undefined): Kind {
  if (field(server, 'url') === null) return 'stdio';
  return field(server, 'transport') === 'sse' ? 'sse' : 'shttp';
}

function credentialsOf(server: Json | undefined): JsonObject {
  const parts = ['headers', 'auth'].map((name): [string, Json] => [name, field(server, name)]);
  return Object.fromEntries(parts.filter(([, value]) => value !== null));
}

/** The key that goes as a bearer token, however it was given. */
function keyOf(server: Json): Json {
  const headers = Object.entries(JsonObject.safeParse(field(server, 'headers')).data ?? {});
  const [, header] = headers.find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  if (typeof header === 'string') return header.replace(/^Bearer +/i, '');
  const auth = JsonObject.safeParse(field(server, 'auth')).data ?? {};
  const isBearer = auth.strategy === 'bearer' || (auth.strategy === 'api_key' && !auth.header_name);
  return isBearer ? (auth.value ?? null) : null;
}

function field(server: Json | undefined, name: string): Json {
  return JsonObject.safeParse(server).data?.[name] ?? null;
}

function at(value: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, name) => JsonObject.safeParse(inner).data?.[name], value);
}

function freeName(wanted: string, taken: McpServers): string {
  let name = wanted;
  for (let place = 2; Object.hasOwn(taken, name); place += 1) name = `${wanted}_${place}`;
  return name;
}
