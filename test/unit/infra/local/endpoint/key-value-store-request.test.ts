import { expect, it } from 'vitest';
import { keyValueStoreRequest } from '../../../../../infra/local/endpoint/call.ts';

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
