import { describe, expect, it } from 'vitest';
import { keyValueStoreRequest, lambdaRequest } from '../../../../../infra/local/endpoint/call.ts';

const KvsARN = 'arn:aws:cloudfront::000000000000:key-value-store/1';
const store = `/key-value-stores/${encodeURIComponent(KvsARN)}`;
const read = (method: string, url: string, content: object = {}, ifMatch?: string) =>
  keyValueStoreRequest({ method, url, ifMatch, body: () => ({ ...content }) });

it.each([
  ['GET', store, {}, undefined, 'DescribeKeyValueStore', { KvsARN }],
  ['GET', `${store}/keys`, {}, undefined, 'ListKeys', { KvsARN }],
  [
    'GET',
    `${store}/keys?MaxResults=3&NextToken=t`,
    {},
    undefined,
    'ListKeys',
    { KvsARN, MaxResults: 3, NextToken: 't' },
  ],
  ['GET', `${store}/keys/a%2Fb`, {}, undefined, 'GetKey', { KvsARN, Key: 'a/b' }],
  ['PUT', `${store}/keys/k`, { Value: 'v' }, 'e', 'PutKey', { KvsARN, Key: 'k', Value: 'v', IfMatch: 'e' }],
  ['DELETE', `${store}/keys/k`, {}, 'e', 'DeleteKey', { KvsARN, Key: 'k', IfMatch: 'e' }],
  ['POST', `${store}/keys`, { Puts: [] }, 'e', 'UpdateKeys', { KvsARN, Puts: [], IfMatch: 'e' }],
])('%s %s is read with its parts', (method, url, content, ifMatch, operation, input) => {
  expect(read(method, url, content, ifMatch)).toEqual({ operation, input });
});

it('other methods and paths are none of a store', () => {
  expect([
    read('POST', store),
    read('PATCH', `${store}/keys/k`),
    read('GET', `${store}/keys/k/more`),
    read('GET', '/2015-03-31/functions'),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});

it('what the path says counts, whatever the body says', () => {
  const other = { Value: 'v', Key: 'other', KvsARN: 'other' };

  expect(read('PUT', `${store}/keys/k`, other)?.input).toMatchObject({ Key: 'k', KvsARN });
});

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
