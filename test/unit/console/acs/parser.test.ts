import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { completionScript, shells } from '../../../../console/acs/output/completion-script.ts';
import { parserOf } from '../../../../console/acs/parser.ts';

beforeEach(() => {
  vi.stubEnv('ACS_API_KEY', 'acs_unused');
  vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
});
afterEach(() => void vi.unstubAllEnvs());

it.each<readonly [string, string]>([
  ['', 'Say what to do'],
  ['conversation', 'Say what to do'],
  ['conversations lst', 'Did you mean `list`?'],
  ['sandbox get', 'Not enough non-option arguments'],
  ['sandboxes list --state RUNNING', 'Unknown argument: state'],
  ['sandboxes list --status GONE', 'Choices: "STARTING"'],
  ['conversations list --since yesterday', '--since: this is no time.'],
  ['conversations list --limit 0', '--limit'],
  ['keys create --expires-in soon', '--expires-in'],
  ['keys create --sandboxes two', '--sandboxes: this is no number.'],
  ['whoami --url http://a.example --url http://b.example', '--url: give it once.'],
  ['whoami --url localhost:3000', '--url: this is no address.'],
])('acs %s: says what is wrong, for exit code 2', async (line, says) => {
  const args = line === '' ? [] : line.split(' ');
  await expect(Promise.resolve().then(() => parserOf(args).parseAsync())).rejects.toMatchObject({
    message: expect.stringContaining(says),
    exitCode: 2,
  });
});

it.each(shells)('has a script of completion for %s', (shell) => {
  expect(completionScript(shell)).toContain('--get-yargs-completions');
});
