import { describe, expect, it } from 'vitest';
import { denialLine } from '../../../../infra/local/iam/refusal.ts';
import { createLog } from '../../../../infra/local/log.ts';
import { assertNothingDenied } from '../../../e2e/support/evidence.ts';

function logOf(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(createLog({ write: (line) => (text += line) }));
  return text;
}

describe('a denial', () => {
  it('is found in the log, with function, action and resource', () => {
    const text = logOf((log) => {
      log('gateway', 'info', 'GET /alive 200 1 ms');
      log('iam', 'error', denialLine({ caller: 'stop-sandbox', action: 'ecs:StopTask', resource: 'arn:task/1' }));
    });

    expect(() => assertNothingDenied(text)).toThrow(/function stop-sandbox was denied ecs:StopTask on arn:task\/1$/);
  });

  it('is told once, however often it happened', () => {
    const line = denialLine({ caller: 'get-sandbox', action: 'dynamodb:GetItem', resource: 'arn:table' });

    expect(() => assertNothingDenied(`${line}\n${line}\n`)).toThrow(`Permissions are missing:\n${line}`);
  });

  it('is nothing else that a log says', () => {
    expect(() =>
      assertNothingDenied(logOf((log) => log('reconcile-sandbox', 'warn', 'ECS refused a task'))),
    ).not.toThrow();
  });
});
