import { describe, expect, it } from 'vitest';
import { lambdaRequest } from '../../../../../infra/local/endpoint/call.ts';

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
    [
      'PUT',
      '/2017-10-31/functions/a/concurrency',
      { operation: 'PutFunctionConcurrency', input: { FunctionName: 'a', ReservedConcurrentExecutions: 0 } },
    ],
    [
      'DELETE',
      '/2017-10-31/functions/a/concurrency',
      { operation: 'DeleteFunctionConcurrency', input: { FunctionName: 'a' } },
    ],
    [
      'DELETE',
      '/2017-03-31/tags/arn%3Aa?tagKeys=x&tagKeys=y',
      { operation: 'UntagResource', input: { Resource: 'arn:a', TagKeys: ['x', 'y'] } },
    ],
  ])('%s %s', (method, url, expected) => {
    expect(lambdaRequest({ method, url }, () => ({ ReservedConcurrentExecutions: 0 }))).toEqual(expected);
  });
});
