import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
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

describe.each(shells)('the script of completion for %s', (shell) => {
  it('asks acs what may follow', () => {
    expect(completionScript(shell)).toContain('--get-yargs-completions');
  });

  it('runs nothing that stands in the path of acs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'it\'s $(touch evil) `touch evil` \\ " '));
    onTestFinished(() => rm(folder, { recursive: true }));
    const program = join(folder, 'acs');
    await writeFile(program, '#!/bin/sh\necho "asked for $2" > asked\n', { mode: 0o700 });
    const asks = { bash: '_acs_completions', zsh: '_acs_completions', fish: "complete -C 'acs conv'" }[shell];
    const prepared =
      shell === 'zsh' ? 'compdef() { :; }; _describe() { :; }; _default() { :; }; words=(acs conv)\n' : '';
    const script = `${prepared}${completionScript(shell, program)}\nCOMP_WORDS=(acs conv)\nCOMP_CWORD=1\n${asks}\n`;
    const code = shell === 'fish' ? script.replace(/^COMP_.*$/gm, '') : script;
    const ended = spawnSync(shell, ['-c', code], { cwd: folder, env: { PATH: process.env.PATH, HOME: folder } });
    if (ended.error && 'code' in ended.error && ended.error.code === 'ENOENT') return;
    expect(await readdir(folder).then((names) => names.filter((name) => !name.startsWith('.')))).toEqual([
      'acs',
      'asked',
    ]);
  });
});
