import { type Tool as McpTool, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { holds, type Scope } from '../../contract/shapes/scopes.ts';
import { callTool } from './call-tool.ts';
import type { CallOwnApi } from './own-api.ts';
import type { Tool } from './tool.ts';

interface McpDeps {
  readonly tools: readonly Tool[];
  readonly scopes: readonly Scope[];
  readonly callApi: CallOwnApi;
  /** Of the HTTP request. */
  readonly idempotencyKey: string | undefined;
  /** Ends every call, before the function does. */
  readonly deadline: AbortSignal;
  readonly version: string;
}

/** How often a long call reports that it goes on, in milliseconds. Clients give up after a minute of silence. */
const REPORT_MS = 5_000;

const instructions =
  'Hosts conversations with AI agents, each in its own sandbox. `start_conversation` starts an agent on a task; follow it with `get_start_tasks` and `search_events`, and answer with `send_message`. `run_command` and the file tools work in a sandbox directly, without its agent. `resume_sandbox`, or `resume` of those tools, wakes a paused sandbox. Running sandboxes cost money: pause or delete those that you no longer need.';

/** An MCP server for one request, with the tools that the caller's scopes allow. */
export function mcpServer(deps: McpDeps): Server {
  const server = new Server(
    { name: 'agent-conversation-service', title: 'Agent Conversation Service', version: deps.version },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator: neverAsked },
  );
  const isAllowed = ({ endpoint: { scope } }: Tool) => scope === null || holds(deps.scopes, scope as Scope);
  server.setRequestHandler('tools/list', () => ({
    tools: deps.tools.filter(isAllowed).map(viewOf),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = deps.tools.find(({ view }) => view.name === params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`);
    const token = params._meta?.progressToken;
    const started = performance.now();
    const report = () =>
      mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken: token ?? '', progress: Math.round((performance.now() - started) / 1_000) },
      });
    const timer = token === undefined ? undefined : setInterval(() => void report().catch(() => undefined), REPORT_MS);
    try {
      const { idempotencyKey, deadline } = deps;
      const call = { tool, given: params.arguments ?? {}, idempotencyKey, signal: mcpReq.signal, deadline };
      return await callTool(call, deps.callApi);
    } finally {
      clearInterval(timer);
    }
  });
  return server;
}

/** The endpoints check the arguments, so that the SDK needs no validator of JSON Schema. */
const neverAsked = {
  getValidator: (): never => {
    throw new Error('no schema is checked here');
  },
};

/** JSON that the OpenAPI document contains, in the type of the SDK. */
function viewOf({ view }: Tool): McpTool {
  return view as unknown as McpTool;
}
