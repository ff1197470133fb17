import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendInputScript } from '../../../../shared/domain/commands/folder-scripts.ts';
import { COMMANDS_FOLDER } from '../../../../shared/domain/sandboxes/agent/log-lines.ts';

let home: string;
let folder: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'append-input-'));
  folder = join(home, COMMANDS_FOLDER, 'c1');
  mkdirSync(join(folder, 'in'), { recursive: true });
  writeFileSync(join(folder, 'in.at'), '0\n');
  writeFileSync(join(folder, 'in', '0-3'), 'one');
  writeFileSync(join(folder, 'in', 'new-p1'), 'two');
});
afterEach(() => rmSync(home, { recursive: true }));

/** @param meanwhile what the script of the command does when the count is read: each command `read` runs it first */
function append(meanwhile: string): string {
  const overridden = `step() { ${meanwhile}; }\nread() { step; step() { :; }; command read "$@"; }\n`;
  const script = appendInputScript('c1', 'p1', { length: 3, end: true });
  return execFileSync('sh', ['-c', overridden + script], { env: { ...process.env, HOME: home }, encoding: 'utf8' });
}

describe('input after all input so far', () => {
  it.each([
    ['is not taken yet', ':'],
    ['is taken and counted', 'echo 3 >in.at; rm in/0-3'],
    ['is taken, counted, and its file still there', 'echo 3 >in.at'],
    ['is taken while the count is being written', ': >in.at; (sleep 0.1; echo 3 >in.at) & rm in/0-3'],
  ])('follows a part that %s', (_, meanwhile) => {
    expect(append(meanwhile)).toContain('at 6');

    expect(readFileSync(join(folder, 'in', '3-3'), 'utf8')).toBe('two');
    expect(readdirSync(join(folder, 'in'))).toContain('6-end');
    expect(existsSync(join(folder, 'in.lock'))).toBe(false);
  });

  it('follows a part that was taken after the count was read', () => {
    // A shell without the override of `read`, whose listing of parts comes after the step of the command.
    const script = appendInputScript('c1', 'p1', { length: 3, end: false });
    const [head = '', tail = ''] = script.split('for file in in/*-*');
    const taken = `${head}echo 3 >in.at; rm in/0-3\nfor file in in/*-*${tail}`;

    const printed = execFileSync('sh', ['-c', taken], { env: { ...process.env, HOME: home }, encoding: 'utf8' });

    expect(printed).toContain('at 6');
  });
});
