import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { MOST_RUNNING, prepareScript } from '../../../../shared/domain/commands/folder-scripts.ts';
import { folderOfTest } from '../../../support/temporary-folder.ts';

const path = folderOfTest();
const idOf = (number: number) => number.toString(16).padStart(32, '0');

async function prepared(number: number): Promise<readonly string[]> {
  const script = prepareScript({
    id: idOf(number),
    workingDir: '/workspace/project',
    cwd: undefined,
    isTerminal: false,
  });
  const env = { PATH: process.env.PATH, HOME: path('home'), OH_CONVERSATIONS_PATH: path('disk', 'conversations') };
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { env });
  return stdout.split('\n');
}

/** The directory of a command that was sent to the sandbox, but has not begun. */
function sent(number: number): void {
  const directory = path('home', '.sandbox-commands', idOf(number));
  mkdirSync(directory, { recursive: true });
  writeFileSync(`${directory}/run`, '');
}

describe('the places for commands in a sandbox', () => {
  it('are given to one of several that come at once for the last one', async () => {
    mkdirSync(path('disk'));
    for (let number = 1; number < MOST_RUNNING; number += 1) sent(number);

    const outcomes = await Promise.all([100, 101, 102].map(prepared));

    expect(outcomes.filter((lines) => lines.includes('ready'))).toHaveLength(1);
    expect(outcomes.filter((lines) => lines.includes('full'))).toHaveLength(2);
    rmSync(path('home', '.sandbox-commands', idOf(1)), { recursive: true });
    const winner = [100, 101, 102].find((_, at) => outcomes[at]?.includes('ready')) ?? 0;
    sent(winner);
    expect(await prepared(103)).toContain('ready');
    expect(await prepared(winner)).toContain('ready');
  });
});
