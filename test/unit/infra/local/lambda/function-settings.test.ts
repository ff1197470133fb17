import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../../../infra/local/lambda/function-settings.ts';
import { anAssembly, aResource } from '../../../../integration/infra/local/an-assembly.ts';

describe('settings of a local function', () => {
  const limitOf = (properties: Record<string, unknown>) => {
    const role = 'arn:aws:iam::000000000000:role/one';
    const fn = aResource('AWS::Lambda::Function', 'One', { Handler: 'index.handler', Role: role, ...properties });
    return readSettings(anAssembly(fn), fn, 'us-east-1').instanceLimit;
  };

  it('lets as many instances run as the template reserves', () => {
    expect(limitOf({ ReservedConcurrentExecutions: 3 })).toBe(3);
  });

  it('lets ten instances run where the template reserves none', () => {
    expect(limitOf({})).toBe(10);
  });
});
