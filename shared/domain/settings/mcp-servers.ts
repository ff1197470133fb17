import { type Json, JsonObject } from '../../contract/shapes/json.ts';
import { MASK } from '../../contract/shapes/mask.ts';
import { type McpConfig, type McpLists, McpServers as ServersByName } from '../../contract/shapes/mcp-config.ts';
import { badField } from '../../platform/errors.ts';
import type { Sealed, Vault } from '../../platform/vault.ts';
import { isObject, type Path, valueAt } from './json-path.ts';
import { carriesCredentials, plainInServers } from './plain-fields.ts';
import { mergePatch, replaceSecretTexts } from './sealed-json.ts';
import { originOf, otherOrigin } from './secrets/origins.ts';
import { type OwnerSettings, SETTINGS_PURPOSE } from './settings-store.ts';

/** MCP servers by name. */
export type McpServers = JsonObject;

/**
 * Servers by name, from a request. A mask, or a URL with masks, stands for the stored text at its path.
 *
 * @throws AppError `validation_failed` when a stored secret would be sent to another origin
 */
export function serversOf(config: McpConfig, known: McpServers): McpServers {
  const sent = config.form === 'servers' ? config.servers : fromLists(config.lists, known);
  const kept: Path[] = [];
  const unmasked = replaceSecretTexts(sent, plainInServers, (text, path) => {
    const before = valueAt(known, path);
    if (typeof before !== 'string' || text !== shownText(before, path)) return text === MASK ? undefined : text;
    kept.push(path);
    return before;
  });
  const servers = JsonObject.parse(unmasked);
  for (const path of kept) {
    const [name = ''] = path;
    const origins = originsIn(known[name]);
    if (originsIn(servers[name]).some((origin) => !origins.includes(origin)))
      throw otherOrigin(['mcp_config', ...path]);
  }
  return servers;
}

/** The fields of a server as agents have them. Clients with other names for them send whole servers. */
const FIELDS: ReadonlySet<string> = new Set([
  ...['url', 'transport', 'headers', 'auth', 'timeout', 'sse_read_timeout', 'keep_alive'],
  ...['command', 'args', 'env', 'cwd', 'description', 'icon', 'enabled'],
]);

/**
 * The known servers with a patch (RFC 7396). Kept secrets are masks, so that `serversOf` refuses them another origin.
 *
 * @throws AppError `validation_failed` when a patched server is not complete
 */
export function patchedServers(patch: Readonly<Record<string, JsonObject | null>>, known: McpServers): McpConfig {
  const isWhole = (name: string) => Object.keys(patch[name] ?? {}).some((field) => !FIELDS.has(field));
  const base = Object.entries(maskedServers(known)).filter(([name]) => !isWhole(name));
  const parsed = ServersByName.safeParse(mergePatch(Object.fromEntries(base), patch));
  if (parsed.success) return { form: 'servers', servers: parsed.data };
  const { path = [], message = '' } = parsed.error.issues[0] ?? {};
  throw badField(['agent_settings_diff', 'mcp_config', ...path.map(String)], message);
}

/**
 * Where a server can send its secrets: the origins of all URLs in its texts, such as arguments of a proxy. Node.js
 * needs no slashes in them.
 */
function originsIn(server: Json | undefined): readonly string[] {
  const { description: _description, icon: _icon, ...used } = isObject(server) ? server : {};
  const urls = JSON.stringify(used).match(/\b(?:https?|wss?):(?:[^\s"'\\]|\\\\)+/gi) ?? [];
  return urls.map(originOf);
}

/** Servers with a mask for each secret. */
export function maskedServers(servers: McpServers): McpServers {
  return JsonObject.parse(replaceSecretTexts(servers, plainInServers, shownText));
}

/** Shows URLs with masks for credentials, as clients distinguish servers by URL. */
function shownText(text: string, path: Path): string {
  if (path.length !== 2 || path[1] !== 'url' || !carriesCredentials(text)) return MASK;
  const url = new URL(text);
  if (url.username) url.username = MASK;
  if (url.password) url.password = MASK;
  if (url.search) url.search = MASK;
  if (url.hash) url.hash = MASK;
  return url.href;
}

/** Servers in the lists of older clients. A disabled one says so. */
export function listsOf(servers: McpServers): Record<'sse_servers' | 'stdio_servers' | 'shttp_servers', JsonObject[]> {
  const of = (kind: Kind) => Object.entries(servers).filter(([, server]) => kindOf(server) === kind);
  const only = (server: Json, ...names: string[]): JsonObject =>
    Object.fromEntries(names.map((name) => [name, field(server, name)] as const).filter(([, value]) => value !== null));
  const isOff = (server: Json): JsonObject => (field(server, 'enabled') === false ? { enabled: false } : {});
  const byUrl = ([, server]: [string, Json]): JsonObject => ({
    url: field(server, 'url'),
    api_key: keyOf(server),
    ...only(server, 'timeout'),
    ...isOff(server),
  });
  return {
    sse_servers: of('sse').map(byUrl),
    stdio_servers: of('stdio').map(
      ([name, server]): JsonObject => ({
        name,
        command: field(server, 'command'),
        args: field(server, 'args') ?? [],
        env: field(server, 'env') ?? {},
        ...isOff(server),
      }),
    ),
    shttp_servers: of('shttp').map(byUrl),
  };
}

/** The servers that are not disabled. */
export function enabledServers(servers: McpServers): McpServers {
  return Object.fromEntries(Object.entries(servers).filter(([, server]) => field(server, 'enabled') !== false));
}

/** The servers of a request, without stored ones. */
export function requestedServers(config: McpConfig): McpServers {
  return config.form === 'servers' ? config.servers : fromLists(config.lists, {});
}

/** A known server of the same kind and URL, or name and command, keeps its name and the fields that lists lack. */
function fromLists(lists: McpLists, known: McpServers): McpServers {
  const servers: McpServers = {};
  const add = (wanted: string, server: JsonObject) => {
    servers[freeName(wanted, servers)] = server;
  };
  for (const kind of ['sse', 'shttp'] as const) {
    const transport = kind === 'sse' ? 'sse' : 'streamable-http';
    for (const [index, { name, key, server }] of (lists[`${kind}_servers`] ?? []).entries()) {
      const url = field(server, 'url');
      const [stored, before] =
        Object.entries(known).find(([stored, one]) => kindOf(one) === kind && isShownAs(url, stored, known)) ?? [];
      const credentials =
        key === MASK ? credentialsOf(before) : key ? { headers: { Authorization: `Bearer ${key}` } } : {};
      const address = field(before, 'url') ?? url;
      const wanted = stored ?? (name || `${kind}_${index + 1}`);
      add(wanted, { ...unlisted(before), ...server, url: address, transport, ...credentials });
    }
  }
  for (const { name, server } of lists.stdio_servers ?? []) {
    const before = field(known[name], 'command') === server.command ? known[name] : undefined;
    add(name || 'stdio', { ...unlisted(before), args: [], env: {}, ...server, transport: 'stdio' });
  }
  return servers;
}

/** The fields of a stored server that the lists of older clients lack. */
function unlisted(before: Json | undefined): JsonObject {
  const names = ['enabled', 'cwd', 'description', 'icon', 'sse_read_timeout', 'keep_alive'];
  const kept = names.map((name): [string, Json] => [name, field(before, name)]);
  return Object.fromEntries(kept.filter(([, value]) => value !== null));
}

function isShownAs(url: Json, name: string, known: McpServers): boolean {
  const address = field(known[name], 'url');
  return address === url || (typeof address === 'string' && shownText(address, [name, 'url']) === url);
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

/** The key for the header `Authorization: Bearer`, from any form of configuration. */
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

function freeName(wanted: string, taken: McpServers): string {
  let name = wanted;
  for (let place = 2; Object.hasOwn(taken, name); place += 1) name = `${wanted}_${place}`;
  return name;
}

/** An owner's MCP servers, decrypted. Does not call KMS without servers. */
export async function openServers(settings: OwnerSettings, vault: Pick<Vault, 'open'>): Promise<McpServers> {
  if (!settings.mcp) return {};
  return JsonObject.parse(JSON.parse(await vault.open(settings.owner_id, SETTINGS_PURPOSE, settings.mcp)));
}

/** @returns null without servers */
export async function sealServers(
  ownerId: string,
  servers: McpServers,
  vault: Pick<Vault, 'seal'>,
): Promise<Sealed | null> {
  if (Object.keys(servers).length === 0) return null;
  return vault.seal(ownerId, SETTINGS_PURPOSE, JSON.stringify(servers));
}

/** The most owners whose servers an instance remembers. */
const MOST = 1_000;

/**
 * MCP servers for their owner, with masks for secrets. They are sealed as a whole, so the first read calls KMS. An
 * instance remembers the masked servers of each seal.
 */
export class ShownServers {
  readonly #vault: Pick<Vault, 'open'>;
  readonly #shown = new Map<string, McpServers>();

  constructor(vault: Pick<Vault, 'open'>) {
    this.#vault = vault;
  }

  async of(settings: OwnerSettings): Promise<McpServers> {
    if (!settings.mcp) return {};
    const { key, tag } = settings.mcp;
    // Each seal has its own data key.
    const name = JSON.stringify([settings.owner_id, key, tag]);
    const known = this.#shown.get(name);
    if (known) return known;
    const shown = maskedServers(await openServers(settings, this.#vault));
    if (this.#shown.size >= MOST) this.#shown.clear();
    this.#shown.set(name, shown);
    return shown;
  }
}
