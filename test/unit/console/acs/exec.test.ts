import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parserOf } from '../../../../console/acs/parser.ts';

const sandbox = '01a2141f0c3d7e5f8a9b0c1d2e6ef4a9';
const command = '01a2141f0c3d7e5f8a9b0c1d2e6e00a9';

let said: string;
beforeEach(() => {
  said = '';
  vi.stubEnv('ACS_API_KEY', 'acs_unused_key');
  vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

it('names the command that may run on when its stream has failed', async () => {
  const stream = [
    `id: 0-0\nevent: command\ndata: {"id":"${command}","status":"RUNNING"}\n\n`,
    'event: error\ndata: {"code":"bad_gateway","detail":"The agent does not respond."}\n\n',
  ].join('');
  vi.stubGlobal('fetch', async () => new Response(stream, { headers: { 'content-type': 'text/event-stream' } }));

  await parserOf(['sandboxes', 'exec', sandbox, '--', 'true']).parseAsync();

  expect(process.exitCode).toBe(125);
  expect(said).toContain(`follow it: acs sandboxes commands ${sandbox} --follow ${command}`);
});
