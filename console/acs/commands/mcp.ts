import { verb } from '../command.ts';
import { bridge } from '../mcp/bridge.ts';
import { NoResponse } from '../output/failure.ts';
import type { Session } from '../session/session.ts';

export const mcp = verb({
  command: 'mcp',
  describe: 'Serve the tools of the service over stdio, for programs that use MCP',
  examples: [['mcp', 'Started by the program, see docs/mcp.md']],
  run: async (_, { session }) => {
    // Without a key, the program that starts this learns it at once.
    let current = await session();
    const send = async (
      { address, apiKey }: Session,
      body: string,
      headers: Readonly<Record<string, string>>,
      signal: AbortSignal,
    ) => {
      const request = {
        method: 'POST',
        redirect: 'error',
        body,
        headers: { ...headers, Authorization: `Bearer ${apiKey}` },
        signal,
      } as const;
      const once = () => fetch(`${address}/mcp`, request);
      try {
        return await once();
      } catch (error) {
        if (signal.aborted) throw error;
        return await once().catch(() => {
          throw new NoResponse(`No response from ${address}.`);
        });
      }
    };
    await bridge({
      input: process.stdin,
      write: (line) => process.stdout.write(line),
      post: async (body, headers, signal) => {
        const response = await send(current, body, headers, signal);
        if (response.status !== 401) return response;
        // The stored key is another one after a new sign-in.
        const key = current.apiKey;
        current = await session();
        return current.apiKey === key ? response : await send(current, body, headers, signal);
      },
    });
  },
});
