import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parserOf } from '../../../../console/acs/parser.ts';
import { hostileService } from '../../../support/http/hostile-service.ts';
import { PROJECT_ROOT } from '../../../support/service/local-service.ts';

/** Control characters, which must not reach a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals act upon
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const commands = [
  'whoami',
  'conversations list',
  'conversations get c',
  'conversations start hello --no-wait',
  'conversations send c hello',
  'conversations rename c title',
  'conversations pause c --no-wait',
  'conversations resume c --no-wait',
  'conversations delete c --yes',
  'events c',
  'sandboxes list',
  'sandboxes get s',
  'sandboxes start --no-wait',
  'sandboxes delete s --yes',
  'usage',
  'usage --by key',
  'limits',
  'keys list',
  'keys create',
  'keys rotate k',
  'keys revoke k --yes',
  'webhooks list',
  'webhooks create https://example.com',
  'webhooks get w',
  'webhooks update w --enable',
  'webhooks ping w',
  'webhooks messages w',
  'webhooks messages w m',
  'webhooks redeliver w m',
  'webhooks rotate-secret w',
  'webhooks delete w --yes',
];

let printed: string;
beforeEach(() => {
  printed = '';
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
  }
  vi.stubEnv('ACS_API_KEY', 'acs_unused');
  vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('what a service answers does nothing to the terminal', () => {
  it.each(commands)('acs %s', async (line) => {
    vi.stubEnv('ACS_URL', await hostileService());
    for (const args of [line.split(' '), [...line.split(' '), '--json']]) {
      printed = '';
      await parserOf(args).parseAsync();
      expect(printed).toMatch(/\w/);
      expect(printed).not.toMatch(CONTROLS);
    }
  });

  it('when it refuses a command', async () => {
    const [launcher, url] = [join(PROJECT_ROOT, 'console/acs/acs.mjs'), await hostileService({ refuses: true })];
    const env = { ...process.env, ACS_URL: url };
    const run = promisify(execFile)(process.execPath, [launcher, 'whoami'], { env });
    const { stderr } = await run.then(
      () => expect.unreachable(),
      (error: { readonly stderr: string }) => error,
    );
    expect(stderr).toMatch(/^acs: ac .*\n {2}ac: acd\n/);
    expect(stderr).not.toMatch(CONTROLS);
  });
});
