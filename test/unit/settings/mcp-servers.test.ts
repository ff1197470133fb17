import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/contract/json.ts';
import { McpConfig } from '../../../shared/contract/mcp-config.ts';
import { enabledServers, listsOf, maskedServers, serversOf } from '../../../shared/settings/mcp-servers.ts';

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
  it('come in three lists or by name, with a frame around them or without', () => {
    expect(read(lists)).toEqual(byName);
    expect(read(byName)).toEqual(byName);
    expect(read({ mcpServers: byName })).toEqual(byName);
    expect(read({})).toEqual({});
    expect(read({ sse_servers: null })).toEqual({});
  });

  it('lose what agent servers would refuse', () => {
    expect(read({ one: { command: 'x', colour: 'red', url: null, enabled: false } })).toEqual({
      one: { command: 'x', enabled: false },
    });
  });

  it('go out in three lists as they came', () => {
    expect(listsOf(read(lists))).toEqual({
      ...lists,
      sse_servers: [lists.sse_servers[0], { url: 'https://open.example.com', api_key: null }],
    });
  });

  it.each<JsonObject>([
    { headers: { authorization: 'Bearer key' } },
    { auth: { strategy: 'bearer', value: 'key' } },
    { auth: { strategy: 'api_key', value: 'key' } },
  ])('show the key that goes as a bearer token in the lists, however it is kept: %o', (credentials) => {
    const { shttp_servers: servers } = listsOf({ one: { url: 'https://one', ...credentials } });

    expect(servers).toEqual([{ url: 'https://one', api_key: 'key' }]);
  });

  it('keep their secrets and names when they come back as they were shown', () => {
    const known = { ...byName, named: { url: 'https://named.example.com', headers: { 'X-Key': 'other' } } };
    const shown = maskedServers(known);
    expect(JSON.stringify(shown)).not.toMatch(/sse-key|http-key|secret|other/);

    expect(read(shown, known)).toEqual(known);
    const { named: _, ...rest } = known;
    expect(read(listsOf(maskedServers(rest)), rest)).toEqual(rest);
  });

  it('keep a name in the lists by kind and address, and give no key to another address', () => {
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
