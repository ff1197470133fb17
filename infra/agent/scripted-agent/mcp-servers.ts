import { isObject } from '../base/json.ts';
import type { Fields } from '../http/fields.ts';

/** The fields of an MCP server; others are refused. */
const known = [
  ...['command', 'args', 'env', 'cwd', 'keep_alive'],
  ...['url', 'headers', 'auth', 'sse_read_timeout'],
  ...['transport', 'type', 'timeout', 'description', 'icon', 'enabled'],
];

/** Validates the MCP servers of an agent, which are at the top level or under `mcpServers`. */
export function checkMcpServers(agent: Fields): void {
  const config = agent.nested('mcp_config');
  if (!config) return;
  const servers = config.has('mcpServers') ? config.nested('mcpServers') : config;
  for (const name of servers?.names() ?? []) {
    const server = servers?.nested(name);
    if (!server) continue;
    server.forbidOthers(known);
    for (const field of ['command', 'url']) server.string(field);
    server.strings('args');
    for (const field of ['env', 'headers']) server.stringMap(field);
  }
}

export function mcpServerNames(config: unknown): readonly string[] {
  if (!isObject(config)) return [];
  return Object.keys(isObject(config.mcpServers) ? config.mcpServers : config).sort();
}
