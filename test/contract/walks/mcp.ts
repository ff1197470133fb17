import type { Api } from '../../support/service/api.ts';
import type { Owner } from '../../support/service/owners.ts';
import type { Walk } from '../walk.ts';

const ROUTE = 'POST /mcp';

export async function walkMcp(walk: Walk, { api }: Owner, anonymous: Api): Promise<void> {
  const revision = '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } };
  const headers = {
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': revision,
    'Mcp-Method': 'tools/list',
  };
  await walk.visit(api, ROUTE, { body, headers });
  await walk.visit(anonymous, ROUTE, { body, headers, fails: 401 });
}
