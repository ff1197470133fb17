import { describe, expect, it } from 'vitest';
import { lambdaRequest } from '../../../../../infra/local/endpoint/lambda-request.ts';

describe('request to Lambda', () => {
  it.each([
    [
      'POST',
      '/2015-03-31/functions/a%3Ab/invocations?x=1',
      { operation: 'Invoke', input: { FunctionName: 'a:b', x: '1' } },
    ],
    ['GET', '/2015-03-31/functions/?MaxItems=50', { operation: 'ListFunctions', input: { MaxItems: '50' } }],
    ['GET', '/2015-03-31/event-source-mappings/', { operation: 'ListEventSourceMappings', input: {} }],
    ['GET', '/2016-08-19/account-settings', { operation: 'GetAccountSettings', input: {} }],
    ['DELETE', '/2015-03-31/functions/a', undefined],
    ['POST', '/', undefined],
  ])('%s %s', (method, url, expected) => {
    expect(lambdaRequest(method, url)).toEqual(expected);
  });
});
