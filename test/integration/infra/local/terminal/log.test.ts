import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFunctionLine } from '../../../../../infra/local/cloud/service-log.ts';
import { briefly, createLog } from '../../../../../infra/local/terminal/log.ts';
import { LOG_FILE, LogFile } from '../../../../../infra/local/terminal/log-file.ts';
import { embeddedMetric } from '../../../../../shared/platform/metrics.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';

function record(level: string, message: unknown, more: Record<string, unknown> = {}): string {
  return JSON.stringify({ timestamp: '2026-11-21T10:00:00.000Z', level, requestId: 'r-1', message, ...more });
}

describe('a log line of a function', () => {
  it('begins with its event, and shows its fields', () => {
    const line = record('WARN', { event: 'sandbox stopped', sandbox_id: 'abc', reason: 'out of memory', attempt: 2 });

    expect(readFunctionLine(line)).toEqual({
      level: 'warn',
      message: 'sandbox stopped sandbox_id=abc reason="out of memory" attempt=2',
    });
  });

  it('shows a plain message unchanged', () => {
    expect(readFunctionLine(record('INFO', 'hello'))).toEqual({ level: 'info', message: 'hello' });
    expect(readFunctionLine('not JSON')).toEqual({ level: 'info', message: 'not JSON' });
    expect(readFunctionLine('{not JSON}')).toEqual({ level: 'info', message: '{not JSON}' });
    expect(readFunctionLine('  ')).toBeUndefined();
  });

  it('shows a metric without the fields for CloudWatch', () => {
    const lines: string[] = [];
    const metric = embeddedMetric('agents-dev', undefined, (line) => lines.push(line));
    metric('UsageDifferences', 2, 'Count', { orphans: 2 });

    expect(lines.map(readFunctionLine)).toEqual([
      { level: 'debug', message: 'metric orphans=2 Deployment=agents-dev UsageDifferences=2' },
    ]);
  });

  it('ends with the stack of an error', () => {
    const error = { name: 'Error', message: 'no', stack: 'Error: no\n    at here' };

    expect(readFunctionLine(record('ERROR', { event: 'failed', error }))).toEqual({
      level: 'error',
      message: 'failed error={"name":"Error","message":"no"}\nError: no\n    at here',
    });
    const thrown = record('ERROR', { errorType: 'Error', errorMessage: 'no', stackTrace: ['Error: no', 'at here'] });
    expect(readFunctionLine(thrown)?.message).toBe('errorType=Error errorMessage=no\nError: no\nat here');
  });
});

describe('the log of npm start', () => {
  function written(output: { isTTY?: boolean }, environment: Record<string, string> = {}): string {
    let text = '';
    createLog({ ...output, write: (chunk) => (text += chunk) }, environment)('get-sandbox', 'info', 'one\ntwo');
    return text;
  }

  it('shows time, source, level and message', () => {
    expect(written({})).toMatch(/^\d\d:\d\d:\d\d\.\d{3} get-sandbox {10}info {2}one\n {4}two\n$/);
  });

  it('is coloured only on a terminal that supports it', () => {
    expect(written({ isTTY: true })).toContain('\u001B[32m');
    expect(written({ isTTY: true }, { NO_COLOR: '1' })).not.toContain('\u001B');
  });

  it('is brief on a terminal: failures, and what npm start itself does', () => {
    const lines: string[] = [];
    const log = briefly((source, level) => lines.push(`${source} ${level}`));
    for (const source of ['local', 'gateway'])
      for (const level of ['debug', 'info', 'warn', 'error'] as const) log(source, level, 'x');

    expect(lines).toEqual(['local debug', 'local info', 'local warn', 'local error', 'gateway error']);
  });

  it('shows no stack for a request with a wrong key on a terminal, and every other error of the authorizer', () => {
    const lines: string[] = [];
    const log = briefly((_, __, message) => lines.push(message));
    const failed = (errorMessage: string) => {
      const error = { errorType: 'Error', errorMessage, stackTrace: [`Error: ${errorMessage}`, '    at authorize'] };
      const line = readFunctionLine(record('ERROR', error));
      if (line) log('authorize', line.level, line.message);
    };

    failed('Unauthorized');
    failed('the table is not there');

    expect(lines).toEqual([expect.stringContaining('the table is not there')]);
  });
});

describe('the file of the log', () => {
  const pathIn = folderOfTest();
  const folder = () => dirname(pathIn(LOG_FILE));
  const kept = (name: string) => readFileSync(pathIn(name), 'utf8');

  it('has the lines from before it was opened, and continues at the next start', () => {
    const first = new LogFile();
    first.write('early\n');
    first.open(folder());
    first.write('late\n');
    const second = new LogFile();
    second.open(folder());
    second.write('next\n');

    expect(kept(LOG_FILE)).toBe('early\nlate\nnext\n');
  });

  it('is replaced when it is full, and only the one before it is kept', () => {
    const file = new LogFile(20);
    file.open(folder());
    for (const line of ['0123456789', 'abcdefghij', 'klmnopqrst']) file.write(`${line}\n`);

    expect([kept(LOG_FILE), kept(`${LOG_FILE}.1`)]).toEqual(['klmnopqrst\n', 'abcdefghij\n']);
  });
});
