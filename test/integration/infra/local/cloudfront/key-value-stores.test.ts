import { stat } from 'node:fs/promises';
import '@aws-sdk/signature-v4a';
import {
  CloudFrontKeyValueStoreClient,
  DeleteKeyCommand,
  DescribeKeyValueStoreCommand,
  GetKeyCommand,
  ListKeysCommand,
  PutKeyCommand,
  UpdateKeysCommand,
} from '@aws-sdk/client-cloudfront-keyvaluestore';
import { describe, expect, it } from 'vitest';
import { edgeValues, LocalKeyValueStores } from '../../../../../infra/local/cloudfront/key-value-stores.ts';
import { patchLookups } from '../../../../../infra/local/lambda/bootstrap-names.mjs';
import { folderOfTest } from '../../../../support/temporary-folder.ts';
import { anAssembly, aResource } from '../an-assembly.ts';
import { useEndpoint } from '../an-endpoint.ts';

patchLookups();
const local = await useEndpoint();
const endpoint = local.url.replace('127.0.0.1', 'localhost');
const client = new CloudFrontKeyValueStoreClient({ ...local.as('writer'), endpoint });
const KvsARN = local.storeArn;

const describeStore = () => client.send(new DescribeKeyValueStoreCommand({ KvsARN }));
const versionOf = async () => (await describeStore()).ETag ?? '';
const put = async (Key: string, Value: string) =>
  client.send(new PutKeyCommand({ KvsARN, Key, Value, IfMatch: await versionOf() }));

describe('a key value store over the SDK', () => {
  it('counts its keys and bytes, and has a new version after each write', async () => {
    const before = await describeStore();
    const written = await put('a/b c', 'é');
    const after = await describeStore();

    expect(KvsARN).toMatch(/^arn:aws:cloudfront::000000000000:key-value-store\/[0-9a-f-]{36}$/);
    expect(before).toMatchObject({ KvsARN, ItemCount: 0, TotalSizeInBytes: 0, Status: 'READY' });
    expect(after).toMatchObject({ ItemCount: 1, TotalSizeInBytes: 7, ETag: written.ETag });
    expect(written.ETag).not.toBe(before.ETag);
    expect(await client.send(new GetKeyCommand({ KvsARN, Key: 'a/b c' }))).toMatchObject({ Value: 'é', ItemCount: 1 });
    await client.send(new DeleteKeyCommand({ KvsARN, Key: 'a/b c', IfMatch: written.ETag }));
    expect(await describeStore()).toMatchObject({ ItemCount: 0 });
  });

  it('changes several keys or none, and lists them page by page', async () => {
    const Puts = Array.from({ length: 25 }, (_, at) => ({ Key: `k${10 + at}`, Value: String(at) }));
    const update = async (input: object) =>
      client.send(new UpdateKeysCommand({ KvsARN, IfMatch: await versionOf(), ...input }));

    expect(await update({ Puts })).toMatchObject({ ItemCount: 25 });
    await expect(update({ Puts: [{ Key: 'new', Value: '1' }], Deletes: [{ Key: 'none' }] })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });

    const keys: string[] = [];
    for (let NextToken: string | undefined; ; ) {
      const page = await client.send(new ListKeysCommand({ KvsARN, MaxResults: 12, NextToken }));
      keys.push(...(page.Items ?? []).map(({ Key }) => Key ?? ''));
      NextToken = page.NextToken;
      if (NextToken === undefined) break;
    }
    expect(keys).toEqual(Puts.map(({ Key }) => Key));
    expect(await update({ Deletes: Puts.map(({ Key }) => ({ Key })) })).toMatchObject({ ItemCount: 0 });
  });

  it('has the limits and the errors of CloudFront', async () => {
    const failing = async (call: Promise<unknown>) =>
      call.then(
        () => expect.unreachable(),
        (error) => error,
      );
    const old = await versionOf();
    await put('kept', '1');

    const stale = new PutKeyCommand({ KvsARN, Key: 'kept', Value: '2', IfMatch: old });
    const refused = [
      [await failing(client.send(stale)), 'ConflictException', 409],
      [await failing(put('x'.repeat(513), '1')), 'ValidationException', 400],
      [await failing(put('x', 'é'.repeat(513))), 'ValidationException', 400],
      [await failing(client.send(new GetKeyCommand({ KvsARN, Key: 'none' }))), 'ResourceNotFoundException', 404],
      [
        await failing(client.send(new GetKeyCommand({ KvsARN: `${KvsARN.slice(0, -1)}x`, Key: 'kept' }))),
        'AccessDeniedException',
        403,
      ],
    ];

    for (const [error, name, status] of refused) {
      expect(error).toMatchObject({ name, $metadata: { httpStatusCode: status } });
    }
    expect(await client.send(new GetKeyCommand({ KvsARN, Key: 'kept' }))).toMatchObject({ Value: '1' });
  });

  it('refuses a write without a version, which violates the model', async () => {
    const authorization = `AWS4-ECDSA-P256-SHA256 Credential=${local.as('writer').credentials.accessKeyId}/20261122/x`;
    const url = `${endpoint}/key-value-stores/${encodeURIComponent(KvsARN)}/keys/kept`;
    const host = new URL(endpoint).host;

    const response = await fetch(url.replace(host, `000000000000.${host}`), {
      method: 'PUT',
      headers: { authorization },
      body: JSON.stringify({ Value: '1' }),
    });

    expect(response.status).toBe(400);
    expect(local.seen.broken).toEqual([expect.stringContaining('PutKeyRequest.IfMatch is missing')]);
  });

  it('refuses other host names, to prevent DNS rebinding', async () => {
    const { port } = new URL(endpoint);

    for (const host of ['localhost', 'evil.localhost', '000000000000.localhost.evil.example']) {
      const { status } = await requestAs(`${host}:${port}`);
      expect([host, status]).toEqual([host, 403]);
    }
  });

  async function requestAs(host: string): Promise<{ status: number | undefined }> {
    const { request } = await import('node:http');
    return new Promise((resolve, reject) => {
      request(local.url, { headers: { host } }, (response) => {
        response.resume();
        resolve({ status: response.statusCode });
      })
        .on('error', reject)
        .end();
    });
  }
});

describe('the key value stores of the template', () => {
  const place = { region: 'us-east-1', accountId: '000000000000' };
  const store = aResource('AWS::CloudFront::KeyValueStore', 'Keys');
  const path = folderOfTest();
  const open = (...stores: (typeof store)[]) =>
    LocalKeyValueStores.open(anAssembly(...stores), place, path('kvs.json'));

  it('keep their content in a file that only the user can read', async () => {
    const stores = await open(store);
    const [arn = ''] = stores.arns;
    const { headers } = await stores.handle('DescribeKeyValueStore', { KvsARN: arn });
    await stores.handle('PutKey', { KvsARN: arn, Key: 'keys', Value: '{}', IfMatch: headers?.etag });

    expect(await edgeValues(await open(store)).get('keys')).toBe('{}');
    expect(await edgeValues(await open(store)).get('toString')).toBeUndefined();
    expect((await stat(path('kvs.json'))).mode & 0o777).toBe(0o600);
  });

  it('can be read by an edge only when there is exactly one', async () => {
    const other = aResource('AWS::CloudFront::KeyValueStore', 'Other');

    expect(edgeValues.bind(undefined, await open())).toThrow('the template has 0');
    expect(edgeValues.bind(undefined, await open(store, other))).toThrow('the template has 2');
  });
});
