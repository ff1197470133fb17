import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { Json, JsonObject } from '../shapes/json.ts';
import { line } from '../shapes/text.ts';

/** A request, notification or response. Other members, such as `result`, are those of JSON-RPC. */
const McpMessage = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z
      .union([line(200), z.number()])
      .optional()
      .meta({ description: 'Absent in notifications.' }),
    method: line(200).optional(),
    params: Json.optional(),
  })
  .meta({ id: 'McpMessage' });

/** Each message of a batch can be a call of a tool, which is a request of its own. */
const MAX_BATCH = 20;

const McpAnswer = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number(), z.null()]).optional(),
    result: JsonObject.optional(),
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }).optional(),
  })
  .meta({ id: 'McpAnswer' });

export const callMcp = defineEndpoint(() => ({
  id: 'call-mcp',
  area: 'mcp',
  method: 'POST',
  path: '/mcp',
  summary: 'Send messages to the MCP server',
  description:
    'The Model Context Protocol over streamable HTTP, without sessions: revision 2026-07-28, and those from 2024-10-07 to 2025-11-25. The tools call endpoints of this API with the API key of the request, and only those that its scopes allow are listed. A request can be answered with JSON or with server-sent events, so `Accept` must allow both. The `Idempotency-Key` of a tool call is passed on.',
  access: 'key',
  scope: 'any',
  generation: 'service',
  failures: 'json-rpc',
  invalidCode: 'malformed_request',
  maxBodyBytes: 1024 * 1024,
  stream: true,
  // A command can run for minutes, during which memory is billed.
  needs: { timeoutSeconds: 900, memoryMegabytes: 512 },
  body: z.union([McpMessage, z.array(McpMessage).min(1).max(MAX_BATCH)]),
  success: {
    status: 200,
    body: McpAnswer,
    // Also notifications, such as the progress of a call.
    events: McpAnswer,
  },
  errors: ['forbidden', 'not_acceptable'],
}));
