import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { completionScript, shells } from '../../../../console/acs/commands/completion.ts';
import { parserOf } from '../../../../console/acs/parser.ts';

beforeEach(() => {
  vi.stubEnv('ACS_API_KEY', 'acs_unused');
  vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
});
afterEach(() => void vi.unstubAllEnvs());

it.each<readonly [string, string]>([
  ['--url http://a.example', 'A command is missing.'],
  ['conversations lst', 'Unknown command "conversations lst".'],
  ['start hello', 'Unknown command "start".'],
  ['sandbox get', 'An argument is missing.'],
  ['sandbox get a b', 'Unknown argument: b.'],
  ['sandboxes list --stat RUNNING', 'Unknown argument: stat'],
  ['conversations list --status asleep', 'Invalid value for --status: "asleep". Use one of: "starting"'],
  ['sandboxes list --status GONE', 'Invalid value for --status: "GONE". Use one of: "STARTING"'],
  ['conversations list --since yesterday', 'Invalid time for --since: yesterday'],
  ['conversations list --since 2026-11-31', 'Invalid time for --since'],
  ['conversations list --limit 0', '--limit'],
  ['conversations list --limit', 'Option --limit needs a value.'],
  ['keys create --expires-in soon', '--expires-in'],
  ['keys create --sandboxes two', '--sandboxes must be a number.'],
  ['whoami --url http://a.example --url http://b.example', '--url can be given only once.'],
  ['whoami --url localhost:3000', 'is not a URL'],
])('acs %s: reports the error, with exit code 2', async (line, says) => {
  const args = line === '' ? [] : line.split(' ');
  await expect(Promise.resolve().then(() => parserOf(args).parseAsync())).rejects.toMatchObject({
    message: expect.stringContaining(says),
    exitCode: 2,
  });
});

it.each([
  ['start hello', 'acs conversations start, acs sandboxes start'],
  ['whomai', 'acs whoami'],
  ['conversations lst', 'acs conversations list'],
  ['frobnicate', 'acs --help'],
  ['c get', 'Usage: acs conversations get <id>'],
])('acs %s: leads to %s', async (line, remedy) => {
  await expect(Promise.resolve().then(() => parserOf(line.split(' ')).parseAsync())).rejects.toMatchObject({
    remedy: expect.stringContaining(remedy),
  });
});

it.each(['', 'help', 'conversations', 'help keys create'])('acs %s: shows help', async (line) => {
  const printed = vi.spyOn(console, 'log').mockReturnValue();
  await parserOf(line.split(' ').filter(Boolean)).parseAsync();
  expect(printed).toHaveBeenCalledWith(expect.stringMatching(/^acs [\s\S]*Global options:/));
});

it('refuses an empty id, which would be the address of a list', async () => {
  for (const args of [
    ['conversations', 'delete', '', '--yes'],
    ['events', ' '],
  ])
    await expect(Promise.resolve().then(() => parserOf(args).parseAsync())).rejects.toMatchObject({
      message: expect.stringMatching(/^<\w+> is empty/),
    });
});

it('completes values with colons in bash, which splits them into words', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'acs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = join(folder, 'acs');
  await writeFile(program, "#!/bin/sh\nprintf '%s\\n' 'keys\\:read' 'keys\\:write'\n", { mode: 0o700 });
  const line = 'acs keys create --scopes keys:w';
  const code = `${completionScript('bash', program)}
    COMP_LINE='${line}' COMP_POINT=${line.length} COMP_WORDBREAKS=':'
    _acs_completions; echo "\${COMPREPLY[@]}"`;

  expect(spawnSync('bash', ['-c', code], { encoding: 'utf8' }).stdout).toBe('write\n');
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
    const script = `${prepared}${completionScript(shell, program)}\nCOMP_LINE='acs conv'\nCOMP_POINT=8\n${asks}\n`;
    const code = shell === 'fish' ? script.replace(/^COMP_.*$/gm, '') : script;
    const ended = spawnSync(shell, ['-c', code], { cwd: folder, env: { PATH: process.env.PATH, HOME: folder } });
    if (ended.error && 'code' in ended.error && ended.error.code === 'ENOENT') return;
    expect(await readdir(folder).then((names) => names.filter((name) => !name.startsWith('.')))).toEqual([
      'acs',
      'asked',
    ]);
  });
});
