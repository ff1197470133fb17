import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/contract/shapes/json.ts';
import { McpConfig } from '../../../../shared/contract/shapes/mcp-config.ts';
import { enabledServers, listsOf, maskedServers, serversOf } from '../../../../shared/domain/settings/mcp-servers.ts';

const lists = {
  sse_servers: [{ url: 'https://sse.example.com', api_key: 'sse-key' }, 'https://open.example.com'],
  shttp_servers: [{ url: 'https://http.example.com', api_key: 'http-key', timeout: 30 }],
  stdio_servers: [{ name: 'files', command: 'npx', args: ['files'], env: { TOKEN: 'secret' } }],
};
const byName = {
  sse_1: { url: 'https://sse.example.com', transport: 'sse', headers: { Authorization: 'Bearer sse-key' } },
  sse_2: { url: 'https://open.example.com', transport: 'sse' },
  shttp_1: {
    url: 'https://http.example.com',
    transport: 'streamable-http',
    headers: { Authorization: 'Bearer http-key' },
    timeout: 30,
  },
  files: { transport: 'stdio', command: 'npx', args: ['files'], env: { TOKEN: 'secret' } },
};
const read = (config: unknown, known = {}) => serversOf(McpConfig.parse(config), known);

describe('MCP servers', () => {
  it('are read from three lists or by name, with or without an outer object', () => {
    expect(read(lists)).toEqual(byName);
    expect(read(byName)).toEqual(byName);
    expect(read({ mcpServers: byName })).toEqual(byName);
    expect(read({})).toEqual({});
    expect(read({ sse_servers: null })).toEqual({});
  });

  it('lose the fields that agent servers would refuse', () => {
    expect(read({ one: { command: 'x', colour: 'red', url: null, enabled: false } })).toEqual({
      one: { command: 'x', enabled: false },
    });
  });

  it('are written as three lists, as they were read', () => {
    expect(listsOf(read(lists))).toEqual({
      ...lists,
      sse_servers: [lists.sse_servers[0], { url: 'https://open.example.com', api_key: null }],
    });
  });

  it.each<JsonObject>([
    { headers: { authorization: 'Bearer key' } },
    { auth: { strategy: 'bearer', value: 'key' } },
    { auth: { strategy: 'api_key', value: 'key' } },
  ])('in lists show the key of the bearer token, however it is stored: %o', (credentials) => {
    const { shttp_servers: servers } = listsOf({ one: { url: 'https://one', ...credentials } });

    expect(servers).toEqual([{ url: 'https://one', api_key: 'key' }]);
  });

  it('keep their secrets and names when a client sends back what it read', () => {
    const known = { ...byName, named: { url: 'https://named.example.com', headers: { 'X-Key': 'other' } } };
    const shown = maskedServers(known);
    expect(JSON.stringify(shown)).not.toMatch(/sse-key|http-key|secret|other/);

    expect(read(shown, known)).toEqual(known);
    const { named: _, ...rest } = known;
    expect(read(listsOf(maskedServers(rest)), rest)).toEqual(rest);
  });

  it('mask arguments and the credentials of addresses, and keep them when the masks come back', () => {
    const known = {
      files: { transport: 'stdio', command: 'npx', args: ['server', '--login', 'very-secret', ''], env: {} },
      sse_1: { transport: 'sse', url: 'https://very-secret@mcp.example.com/sse?k=very-secret#very-secret' },
      shttp_1: { transport: 'streamable-http', url: 'https://mcp.example.com/', auth: { note: ['very-secret'] } },
    };

    const shown = maskedServers(known);

    expect(JSON.stringify(shown)).not.toContain('very-secret');
    expect(shown).toMatchObject({
      files: { command: 'npx' },
      sse_1: { url: 'https://**********@mcp.example.com/sse?**********#**********' },
      shttp_1: { url: 'https://mcp.example.com/' },
    });
    expect(read(shown, known)).toEqual(known);
    const { shttp_1: _, ...inLists } = known;
    expect(read(listsOf(maskedServers(inLists)), inLists)).toEqual(inLists);
  });

  it('in lists keep a name by kind and address, and give no key to another address', () => {
    const known = { mine: { url: 'https://mine', transport: 'sse', headers: { Authorization: 'Bearer key' } } };

    expect(read({ sse_servers: [{ url: 'https://mine', api_key: '**********' }] }, known)).toEqual(known);
    const other = { sse_servers: [{ url: 'https://other', api_key: '**********' }] };
    expect(read(other, known)).toEqual({ sse_1: { url: 'https://other', transport: 'sse' } });
    expect(read(other, { sse_1: known.mine })).toEqual({ sse_1: { url: 'https://other', transport: 'sse' } });
  });

  it('never share a name', () => {
    const same = { name: 'same', command: 'x' };

    expect(Object.keys(read({ stdio_servers: [same, same, { name: '', command: 'y' }] }))).toEqual([
      'same',
      'same_2',
      'stdio',
    ]);
  });

  it('are not given to agents while they are switched off', () => {
    expect(Object.keys(enabledServers({ on: { command: 'x' }, off: { command: 'x', enabled: false } }))).toEqual([
      'on',
    ]);
  });
});
