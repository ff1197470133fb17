import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { newOwner } from '../../support/service/owners.ts';
import { describeUnless } from '../support/describe-unless.ts';
import { type Begun, Shell } from './acs.ts';

/** Runs a program in a terminal of its own, whose keyboard and screen are the standard input and output. */
const IN_TERMINAL = `import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(["sh", "-c", 'stty rows 30 cols 100; exec "$@"', "sh", *sys.argv[1:]])))`;

const noTerminal =
  spawnSync('python3', ['-c', 'import pty']).status === 0 ? undefined : 'makes a terminal with python3, not found';

const PATIENTLY = { timeout: 30_000, interval: 50 };

async function shows(screen: Begun, text: RegExp): Promise<void> {
  await expect.poll(() => screen.stdout, PATIENTLY).toMatch(text);
}

describeUnless(noTerminal, 'acs sandboxes shell', () => {
  it('is a terminal that can be left, and exits with the exit code of the shell', async () => {
    const owner = await newOwner();
    const { apiKey } = owner;
    const shell = await Shell.open(apiKey);
    const { id } = await shell.json('sandboxes', 'start', '--spec', 'reference');
    const open = (...args: readonly string[]) =>
      shell.beginWith(['python3', '-c', IN_TERMINAL], 'sandboxes', 'shell', id, ...args);

    const first = open();
    first.child.stdin.write(`stty size; echo he"llo"\r`);
    await shows(first, /30 100\s+hello/);
    first.child.stdin.write('sleep 300\r');
    await shows(first, /sleep 300\s/);
    first.child.stdin.write('\u0003');
    await shows(first, /\^C/);
    first.child.stdin.write('\r~.');
    const left = await first.ended;
    expect(left.code).toBe(130);
    const [, commandId = ''] = /--attach (\w+)/.exec(left.stdout) ?? [];

    const other = await newOwner(['--scopes', 'sandboxes:exec,sandboxes:read'], owner.name);
    const guest = await Shell.open(other.apiKey);
    const watching = guest.beginWith(['python3', '-c', IN_TERMINAL], 'sandboxes', 'shell', id, '--attach', commandId);
    const second = open('--attach', commandId);
    await Promise.all([shows(second, /\nhello/), shows(watching, /\nhello/)]);
    await owner.api.delete(`/api/keys/${other.keyId}`);
    expect(await watching.ended).toMatchObject({ code: 125, stdout: expect.stringContaining('no longer valid') });
    second.child.stdin.write('exit 7\r');
    expect((await second.ended).code).toBe(7);

    const stranger = await Shell.open((await newOwner()).apiKey);
    const refused = stranger.beginWith(['python3', '-c', IN_TERMINAL], 'sandboxes', 'shell', id);
    expect(await refused.ended).toMatchObject({ code: 125, stdout: expect.stringContaining('not found') });
    expect((await shell.run('sandboxes', 'shell', id)).code).toBe(2);
  });
});
