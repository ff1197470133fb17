import {
  CloudFrontKeyValueStoreClient,
  DescribeKeyValueStoreCommand,
  UpdateKeysCommand,
} from '@aws-sdk/client-cloudfront-keyvaluestore';
import { describe, expect, it } from 'vitest';
import { patchLookups } from '../../../../../infra/local/lambda/bootstrap-names.mjs';
import { KvsEdgeKeys } from '../../../../../shared/domain/sandboxes/ingress/kvs-edge-keys.ts';
import { edgeKeysSuite, edgeValues } from '../../../../support/sandboxes/stores.suite.ts';
import { useEndpoint } from '../../../infra/local/an-endpoint.ts';

patchLookups();
const local = await useEndpoint();
const endpoint = local.url.replace('127.0.0.1', 'localhost');
const client = new CloudFrontKeyValueStoreClient({ ...local.as('writer'), endpoint });
const KvsARN = local.storeArn;

async function emptied(): Promise<KvsEdgeKeys> {
  const edge = new KvsEdgeKeys(client, KvsARN);
  const Deletes = Object.keys(await edge.values()).map((Key) => ({ Key }));
  const { ETag } = await client.send(new DescribeKeyValueStoreCommand({ KvsARN }));
  if (Deletes.length > 0) await client.send(new UpdateKeysCommand({ KvsARN, Deletes, IfMatch: ETag }));
  return edge;
}

describe('the edge keys in a key value store', () => {
  edgeKeysSuite(emptied);

  it.each([
    ['ConflictException', 'Resource is not in expected state.', 409],
    ['ValidationException', 'Pre-Condition failed', 400],
  ])('treats %s as a lost race', async (error, message, status) => {
    const edge = await emptied();
    const version = await edge.version();
    local.faults.add({
      kind: 'refuse',
      service: 'cloudfront-keyvaluestore',
      action: 'UpdateKeys',
      times: 1,
      error,
      message,
      status,
    });

    await expect(edge.replace(edgeValues('value'), version)).rejects.toMatchObject({ name: 'EdgeKeysChangedError' });
  });

  it('repeats nothing of a value that is refused', async () => {
    const edge = await emptied();
    const version = await edge.version();
    const [action, times, status] = ['UpdateKeys', 1, 400];
    const message = 'Value hidden-text is not valid.';
    const fault = { service: 'cloudfront-keyvaluestore', action, times, status, error: 'ValidationException' } as const;
    local.faults.add({ kind: 'refuse', ...fault, message });

    const error: Error = await edge.replace(edgeValues('hidden-text'), version).then(
      () => expect.unreachable(),
      (thrown) => thrown,
    );

    expect(error.message).toBe("the edge's key value store did not accept the keys: ValidationException");
    expect(String(error.cause)).not.toContain('hidden-text');
  });

  it('is denied to a function whose role does not include the store', async () => {
    const idle = new KvsEdgeKeys(new CloudFrontKeyValueStoreClient({ ...local.as('idle'), endpoint }), KvsARN);

    await expect(idle.values()).rejects.toMatchObject({ name: 'AccessDeniedException' });
    expect(local.seen.denials).toContainEqual({
      caller: 'Idle',
      action: 'cloudfront-keyvaluestore:GetKey',
      resource: KvsARN,
    });
  });
});
