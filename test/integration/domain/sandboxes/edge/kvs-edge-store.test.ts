import {
  CloudFrontKeyValueStoreClient,
  DescribeKeyValueStoreCommand,
  GetKeyCommand,
  PutKeyCommand,
} from '@aws-sdk/client-cloudfront-keyvaluestore';
import { describe, expect, it } from 'vitest';
import { patchLookups } from '../../../../../infra/local/lambda/bootstrap-names.mjs';
import { KvsEdgeStore } from '../../../../../shared/domain/sandboxes/edge/kvs-edge-store.ts';
import { edgeStoreSuite } from '../../../../support/sandboxes/edge-store.suite.ts';
import { useEndpoint } from '../../../infra/local/an-endpoint.ts';

patchLookups();
const local = await useEndpoint();
const endpoint = local.url.replace('127.0.0.1', 'localhost');
const client = new CloudFrontKeyValueStoreClient({ ...local.as('writer'), endpoint });
const KvsARN = local.storeArn;

async function emptied(): Promise<KvsEdgeStore> {
  const store = new KvsEdgeStore(client, KvsARN);
  const keys: string[] = [];
  for await (const page of store.entries()) keys.push(...page.map(({ key }) => key));
  for (let at = 0; at < keys.length; at += 40)
    await store.update(await store.version(), { puts: [], deletes: keys.slice(at, at + 40) });
  return store;
}

describe('the edge entries in a key value store', () => {
  edgeStoreSuite(emptied);

  it.each([
    ['ConflictException', 'Resource is not in expected state.', 409, 'changed'],
    ['ValidationException', 'Pre-Condition failed', 400, 'changed'],
    ['ServiceQuotaExceededException', 'Limit exceeded.', 402, 'full'],
  ])('reports %s as an outcome', async (error, message, status, kind) => {
    const store = await emptied();
    const fault = { service: 'cloudfront-keyvaluestore', action: 'UpdateKeys', times: 1 } as const;
    local.faults.add({ kind: 'refuse', ...fault, error, message, status });

    expect(await store.update(await store.version(), { puts: [], deletes: [] })).toEqual({ kind });
  });

  it('leaves the entries of the service alone', async () => {
    const store = await emptied();
    const { ETag } = await client.send(new DescribeKeyValueStoreCommand({ KvsARN }));
    await client.send(new PutKeyCommand({ KvsARN, Key: 'keys', Value: '{}', IfMatch: ETag }));
    await store.update(await store.version(), { puts: [{ key: 'abc', value: '{}' }], deletes: [] });

    const found: string[] = [];
    for await (const page of store.entries()) found.push(...page.map(({ key }) => key));
    expect(found).toEqual(['abc']);
    expect(await client.send(new GetKeyCommand({ KvsARN, Key: 'keys' }))).toMatchObject({ Value: '{}' });
  });
});
