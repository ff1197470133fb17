import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  commandLine,
  defineLogOutput,
  findAgentOutput,
  LOGGED_OUTPUT_BYTES,
} from '../../../../../shared/domain/sandboxes/agent/log-lines.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';

const path = folderOfTest();

/** Runs the script as a child of a shell whose output is the log, as an agent server would. */
function logged(script: string): readonly string[] {
  const log = path('log');
  writeFileSync(path('script'), `${findAgentOutput}\n${defineLogOutput}\ncd "$(dirname "$0")"\n${script}\n`);
  // The first shell stands for the agent server: it is the parent, and its output is the log.
  execFileSync('sh', ['-c', `exec >>${log}; sh ${path('script')}; :`]);
  return readFileSync(log, 'utf8').split('\n').slice(0, -1);
}

describe.skipIf(process.platform !== 'linux')('the script that logs the output of a command (needs /proc)', () => {
  it('writes whole lines of both streams with the command id', () => {
    const lines = logged(`: >out; : >err
(printf 'first\\nsec'; sleep 1.3; printf 'ond\\nno end' ; printf '%s\\n' "it's '%s' \\\\n" >&2) >>out 2>>err &
pid=$!
log_output c-1 stdout out $pid & log_output c-1 stderr err $pid &
wait`);
    expect(lines.toSorted()).toEqual([
      "acs.command c-1 stderr it's '%s' \\n",
      'acs.command c-1 stdout first',
      'acs.command c-1 stdout no end',
      'acs.command c-1 stdout second',
    ]);
  });

  it('cuts long lines, and stops at its limit', () => {
    const lines = logged(`head -c 10000 /dev/zero | tr '\\000' x >long; : & pid=$!; wait
log_output one stdout long $pid
head -c 3000000 /dev/zero | tr '\\000' x >many
log_output two stdout many $pid`);
    const [one, two] = ['one', 'two'].map((id) => lines.filter((line) => line.startsWith(`acs.command ${id} `)));
    expect(one?.map((line) => line.length)).toEqual([3_900, 3_900, 2_200].map((length) => length + 23));
    expect(two).toHaveLength(Math.ceil(LOGGED_OUTPUT_BYTES / 65_536) * 17 + 1);
    expect(two?.at(-1)).toContain('further output is not in the log');
  });

  it('splits a line at a blank, and none at the end of a part that is read at once', () => {
    const lines = logged(`seq 1 20000 | sed 's/^/line /' >many; : & pid=$!; wait
log_output one stdout many $pid
{ head -c 3890 /dev/zero | tr '\\000' x; echo ' a-secret-of-24-characters'; } >long
log_output two stdout long $pid`);
    const texts = lines.map((line) => commandLine(line)?.text ?? '');

    expect(texts.slice(0, 20_000)).toEqual(Array.from({ length: 20_000 }, (_, at) => `line ${at + 1}`));
    expect(texts.slice(20_000).map((text) => text.replace(/^x+/, ''))).toEqual([' ', 'a-secret-of-24-characters']);
  });
});

describe('commandLine', () => {
  it('reads what the script writes, and nothing else', () => {
    expect(commandLine('acs.command c-1 stderr a b')).toEqual({ commandId: 'c-1', stream: 'stderr', text: 'a b' });
    for (const line of [
      '',
      'acs.command',
      'acs.command a/b stdout x',
      'acs.command c both x',
      ' acs.command c stdout x',
    ])
      expect(commandLine(line)).toBeUndefined();
  });
});
