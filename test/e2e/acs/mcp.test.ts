import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it, onTestFinished } from 'vitest';
import { newOwner } from '../../support/service/owners.ts';
import { Shell } from './acs.ts';

it('acs mcp serves the official client over stdio, and ends with it', async () => {
  const [owner, client] = [await newOwner(), new Client({ name: 'test', version: '1.0.0' })];
  const shell = await Shell.open(owner.apiKey);
  const transport = new StdioClientTransport({ ...shell.commandLine('mcp'), stderr: 'pipe' });
  onTestFinished(() => client.close());
  await client.connect(transport);

  const { tools } = await client.listTools();
  const key = await client.callTool({ name: 'get_current_key' });
  const absent = await client.callTool({ name: 'list_files', arguments: { sandbox_id: 'absent' } });
  const { pid } = transport;
  await client.close();

  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['run_command', 'read_file', 'get_sandbox_logs']),
  );
  expect(key.structuredContent).toMatchObject({ id: owner.keyId });
  expect(absent).toMatchObject({ isError: true });
  await expect.poll(() => isAlive(pid)).toBe(false);
});

function isAlive(pid: number | null): boolean {
  try {
    return process.kill(pid ?? 0, 0);
  } catch {
    return false;
  }
}
