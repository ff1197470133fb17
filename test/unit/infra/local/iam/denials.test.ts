import { describe, expect, it } from 'vitest';
import { denialLine } from '../../../../../infra/local/iam/refusal.ts';
import { createLog } from '../../../../../infra/local/terminal/log.ts';
import { assertNothingDenied } from '../../../../support/service/evidence.ts';

function logOf(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(createLog({ write: (line) => (text += line) }));
  return text;
}

describe('access denial', () => {
  it('is parsed from the log, with function, action and resource', () => {
    const text = logOf((log) => {
      log('gateway', 'info', 'GET /alive 200 1 ms');
      log('iam', 'error', denialLine({ caller: 'stop-sandbox', action: 'ecs:StopTask', resource: 'arn:task/1' }));
    });

    expect(() => assertNothingDenied(text)).toThrow(/function stop-sandbox was denied ecs:StopTask on arn:task\/1$/);
  });

  it('is reported once, however often it happened', () => {
    const line = denialLine({ caller: 'get-sandbox', action: 'dynamodb:GetItem', resource: 'arn:table' });

    expect(() => assertNothingDenied(`${line}\n${line}\n`)).toThrow(`Permissions are missing:\n${line}`);
  });

  it('is not parsed from other log lines', () => {
    expect(() =>
      assertNothingDenied(logOf((log) => log('reconcile-sandbox', 'warn', 'ECS refused a task'))),
    ).not.toThrow();
  });
});
