import { isObject } from '../base/json.ts';
import type { Fields } from '../http/fields.ts';

/** The fields of a tool server; others are refused, a key in a field of its own as much as a misspelt name. */
const known = [
  ...['command', 'args', 'env', 'cwd', 'keep_alive'],
  ...['url', 'headers', 'auth', 'sse_read_timeout'],
  ...['transport', 'type', 'timeout', 'description', 'icon', 'enabled'],
];

/** Reads the tool servers of an agent, by their names or under `mcpServers`, only to report what is wrong with them. */
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

/** The names of the tool servers of an agent. */
export function mcpServerNames(config: unknown): readonly string[] {
  if (!isObject(config)) return [];
  return Object.keys(isObject(config.mcpServers) ? config.mcpServers : config).sort();
}
