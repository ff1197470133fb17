import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/contract/shapes/json.ts';
import { CreateConversationRequest } from '../../../shared/contract/shapes/legacy-conversation.ts';
import { McpConfig } from '../../../shared/contract/shapes/mcp-config.ts';
import { SettingsUpdate } from '../../../shared/contract/shapes/settings.ts';
import { enabledServers, listsOf, patchedServers, serversOf } from '../../../shared/domain/settings/mcp-servers.ts';

/** A variable of a client, such as `${A}`. */
const filled = (name: string) => `\${${name}}`;
const url = 'https://mcp.example.com/mcp';
const read = (config: unknown, known: JsonObject = {}) => serversOf(McpConfig.parse(config), known);
const problems = (config: unknown) =>
  (McpConfig.safeParse(config).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message] as const);

/** What the documentation of each client shows, and the servers that agents get. */
const examples: readonly [string, JsonObject, JsonObject][] = [
  [
    'Claude Desktop',
    {
      mcpServers: {
        files: { command: 'npx', args: ['-y', 'files', '/home'], env: { LEVEL: 3, DEBUG: true, NONE: null } },
      },
      globalShortcut: '',
    },
    { files: { command: 'npx', args: ['-y', 'files', '/home'], env: { LEVEL: '3', DEBUG: 'true' } } },
  ],
  [
    'Claude Code',
    {
      mcpServers: {
        api: { type: 'http', url, headers: { Authorization: `Bearer ${filled('API_KEY')}` } },
        events: { type: 'sse', url: 'https://mcp.example.com/sse' },
        tool: { type: 'stdio', command: 'tool', args: [], env: {}, timeout: 3_600_000 },
      },
    },
    {
      api: { url, transport: 'http', headers: { Authorization: `Bearer ${filled('API_KEY')}` } },
      events: { url: 'https://mcp.example.com/sse', transport: 'sse' },
      tool: { transport: 'stdio', command: 'tool', args: [], env: {}, timeout: 3_600 },
    },
  ],
  [
    'Cursor',
    {
      mcpServers: {
        keyed: { url, headers: { 'X-Key': filled('env:MY_KEY') } },
        login: { url, auth: { CLIENT_ID: 'id', CLIENT_SECRET: 'secret', scopes: ['read'] } },
      },
    },
    {
      keyed: { url, headers: { 'X-Key': filled('MY_KEY') } },
      login: {
        url,
        auth: {
          strategy: 'oauth2',
          authentication: { type: 'oauth', client_id: 'id', client_secret: 'secret', scopes: ['read'] },
        },
      },
    },
  ],
  [
    'VS Code',
    {
      inputs: [{ type: 'promptString', id: 'key', password: true }],
      servers: { docs: { type: 'http', url, gallery: true, version: '1.0' }, local: { command: 'npx', args: ['x'] } },
    },
    { docs: { url, transport: 'http' }, local: { command: 'npx', args: ['x'] } },
  ],
  [
    'Windsurf and Cline',
    {
      mcpServers: {
        remote: { serverUrl: url, headers: { A: 'b' } },
        off: { command: 'x', disabled: true, autoApprove: ['read'], timeout: 60 },
        stream: { type: 'streamableHttp', url, disabled: false, alwaysAllow: [] },
      },
    },
    {
      remote: { url, headers: { A: 'b' } },
      off: { command: 'x', timeout: 60, enabled: false },
      stream: { url, transport: 'streamable-http' },
    },
  ],
  [
    'Gemini CLI',
    { mcpServers: { g: { httpUrl: url, timeout: 600_000, trust: true, includeTools: [] } } },
    { g: { url, transport: 'streamable-http', timeout: 600 } },
  ],
  [
    'OpenHands by name',
    {
      mcpServers: {
        a: { url, transport: 'sse', auth: 'oauth', enabled: true },
        b: { url, auth: { strategy: 'api_key', value: 'k', header_name: 'X-Key' }, sse_read_timeout: 5 },
        c: { command: 'uvx', args: 'fetch --agent "My agent"', env: null, cwd: '/tmp', keep_alive: false },
        d: { url, auth: 'token', headers: {} },
        e: 'https://mcp.example.com/plain',
      },
    },
    {
      a: { url, transport: 'sse', auth: { strategy: 'oauth2' }, enabled: true },
      b: { url, auth: { strategy: 'api_key', value: 'k', header_name: 'X-Key' }, sse_read_timeout: 5 },
      c: { command: 'uvx', args: ['fetch', '--agent', 'My agent'], cwd: '/tmp', keep_alive: false },
      d: { url, auth: { strategy: 'bearer', value: 'token' }, headers: {} },
      e: { url: 'https://mcp.example.com/plain' },
    },
  ],
  [
    'OpenHands in lists',
    {
      sse_servers: ['https://mcp.example.com/sse', { url, api_key: 'k' }],
      shttp_servers: [
        { url, api_key: 'k', timeout: 180 },
        { url: `${url}/2`, api_key: null, timeout: null },
      ],
      stdio_servers: [
        { name: 'fetch', command: 'uvx', args: "mcp-server-fetch --user-agent 'a b'", env: 'A=1,B=x=y' },
        { name: 'off', command: 'x', disabled: true },
      ],
    },
    {
      sse_1: { url: 'https://mcp.example.com/sse', transport: 'sse' },
      sse_2: { url, transport: 'sse', headers: { Authorization: 'Bearer k' } },
      shttp_1: { url, transport: 'streamable-http', headers: { Authorization: 'Bearer k' }, timeout: 180 },
      shttp_2: { url: `${url}/2`, transport: 'streamable-http' },
      fetch: {
        transport: 'stdio',
        command: 'uvx',
        args: ['mcp-server-fetch', '--user-agent', 'a b'],
        env: { A: '1', B: 'x=y' },
      },
      off: { transport: 'stdio', command: 'x', args: [], env: {}, enabled: false },
    },
  ],
];

describe('the MCP servers of the usual clients', () => {
  it.each(examples)('are taken as %s writes them', (_, config, servers) => {
    expect(read(config)).toEqual(servers);
  });

  it.each(examples)('are the same for settings and for the legacy create: %s', (_, mcp_config, servers) => {
    const { mcp_config: whole, agent_settings_diff: nested } = SettingsUpdate.parse({
      mcp_config,
      agent_settings_diff: { mcp_config },
    });
    const { mcp_config: inCreate } = CreateConversationRequest.parse({ mcp_config });
    const change = nested?.mcp_config;
    const changed = change?.form === 'patch' ? patchedServers(change.patch, {}) : change;

    for (const config of [whole, changed, inCreate]) expect(config && serversOf(config, {})).toEqual(servers);
  });

  it('are read again as they were written, in both forms and in any mixture', () => {
    const named = examples
      .filter(([name]) => name !== 'OpenHands in lists')
      .flatMap(([, , servers]) => Object.entries(servers));
    const all = [...named, ...Object.entries(examples.at(-1)?.[2] ?? {})];
    fc.assert(
      fc.property(fc.shuffledSubarray(all), (entries) => {
        const servers = Object.fromEntries(entries);
        expect(read(servers)).toEqual(servers);
        expect(read({ mcpServers: servers })).toEqual(servers);
        const off = (found: JsonObject) => Object.keys(found).length - Object.keys(enabledServers(found)).length;
        expect(off(read(listsOf(servers), servers))).toBe(off(servers));
      }),
    );
  });

  it('never make the service fail, whatever a client sends', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const fields = ['url', 'type', 'command', 'args', 'env', 'auth', 'disabled', 'headers', 'timeout', 'api_key'];
    const server = fc.dictionary(fc.constantFrom(...fields), value);
    const maps = fc.dictionary(fc.constantFrom('mcpServers', 'servers', 'sse_servers', 'a'), fc.anything());
    fc.assert(
      fc.property(
        fc.oneof(maps, fc.dictionary(fc.string(), server), fc.record({ shttp_servers: fc.array(server) })),
        (c) => {
          const { success, data } = McpConfig.safeParse(c);
          if (success) expect(read(serversOf(data, {}))).toEqual(serversOf(data, {}));
        },
      ),
    );
  });
});

describe('MCP servers that agents cannot use as they are', () => {
  const one = (server: JsonObject) => ({ mcpServers: { one: server } });

  it.each<[string, JsonObject, RegExp]>([
    ['mcpServers.one.envFile', one({ command: 'x', envFile: '.env' }), /env/],
    ['mcpServers.one.headersHelper', one({ url, headersHelper: 'x' }), /headers/],
    ['mcpServers.one.excludeTools', one({ url, excludeTools: ['delete'] }), /all tools/],
    ['mcpServers.one.maxCalls', one({ url, maxCalls: 3 }), /Remove/],
    ['mcpServers.one.type', one({ url, type: 'ws' }), /transports/],
    ['mcpServers.one.command', one({ url, type: 'stdio' }), /command/],
    ['mcpServers.one.url', one({ command: 'x', type: 'sse' }), /url/],
    ['mcpServers.one.url', one({ disabled: true }), /url or a command/],
    ['mcpServers.one.headers.Key', one({ url, headers: { Key: filled('input:key') } }), /value itself/],
    ['mcpServers.one.args.1', one({ command: 'x', args: ['-r', `${filled('workspaceFolder')}/a`] }), /value itself/],
    ['mcpServers.one.auth', one({ url, auth: { token: 'x' } }), /strategy/],
    ['mcpServers.one.auth', one({ url, auth: 'token', headers: { authorization: 'x' } }), /not both/],
    ['mcpServers.one.env', one({ command: 'x', env: 'A' }), /NAME=value/],
    ['stdio_servers.0.command', { stdio_servers: [{ name: 'x' }] }, /command/],
    ['sse_servers.0.url', { sse_servers: [{ command: 'x' }] }, /transport/],
    ['mcpServers', { sse_servers: [url], mcpServers: {} }, /one form/],
  ])('are refused by name: %s', (path, config, message) => {
    expect(problems(config)).toEqual([[path, expect.stringMatching(message)]]);
  });

  it('are taken with variables that agents fill in from secrets', () => {
    const server = { command: 'x', args: [filled('A'), filled('B:-b'), filled(`C:-${filled('D')}`), '$HOME'] };

    expect(read({ one: server })).toEqual({ one: server });
  });
});
