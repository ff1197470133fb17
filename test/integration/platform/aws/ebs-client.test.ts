import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  EBSClient,
  GetSnapshotBlockCommand as SdkGet,
  ListSnapshotBlocksCommand as SdkList,
} from '@aws-sdk/client-ebs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorAnswer } from '../../../../infra/local/aws/answer.ts';
import { AwsError } from '../../../../infra/local/aws/aws-error.ts';
import { GetSnapshotBlockCommand, ListSnapshotBlocksCommand } from '../../../../shared/platform/aws/ebs-client.ts';
import { EbsServer } from '../../../support/files/ebs-server.ts';
import { folderOfFile } from '../../../support/temporary-folder.ts';

const snapshotId = 'snap-0123456789abcdef0';
const folder = join(folderOfFile(), 'tree');
const signal = AbortSignal.timeout(100_000);

let ebs: EbsServer;
let sdk: EBSClient;

/** The last request, with its parameters in one order. */
function lastRequest(): string {
  const { pathname, searchParams } = new URL(ebs.urls.at(-1) ?? '', 'http://local');
  searchParams.delete('x-id');
  searchParams.sort();
  return `${pathname}?${searchParams}`;
}

beforeAll(async () => {
  mkdirSync(folder);
  ebs = await EbsServer.of({ [snapshotId]: folder });
  sdk = new EBSClient({
    endpoint: ebs.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  });
});

afterAll(async () => {
  sdk.destroy();
  await ebs.close();
});

it('the client of EBS sends the requests of the SDK, and gets the same', async () => {
  const { body } = await ebs.client.send(
    new ListSnapshotBlocksCommand({ snapshotId, from: 0, most: 500, pageToken: undefined }),
    signal,
  );
  const own = lastRequest();
  const list = await sdk.send(new SdkList({ SnapshotId: snapshotId, StartingBlockIndex: 0, MaxResults: 500 }));
  expect(lastRequest()).toBe(own);
  expect(JSON.parse(body.toString('utf8')).Blocks).toEqual(list.Blocks);

  const token = list.Blocks?.[0]?.BlockToken ?? '';
  const block = await ebs.client.send(new GetSnapshotBlockCommand({ snapshotId, index: 0, token }), signal);
  const ownBlock = lastRequest();
  const content = await sdk.send(new SdkGet({ SnapshotId: snapshotId, BlockIndex: 0, BlockToken: token }));
  expect(lastRequest()).toBe(ownBlock);
  expect(block.header('x-amz-checksum')).toBe(content.Checksum);
  expect(Buffer.from((await content.BlockData?.transformToByteArray()) ?? []).equals(block.body)).toBe(true);
});

it('the client of EBS names the refusal, and repeats none that stays', async () => {
  ebs.urls.length = 0;
  const wrong = new GetSnapshotBlockCommand({ snapshotId, index: 0, token: 'of another block' });
  await expect(ebs.client.send(wrong, signal)).rejects.toMatchObject({ name: 'ValidationException', status: 400 });
  expect(ebs.urls).toHaveLength(1);

  let left = 2;
  ebs.disturb = () => (left-- > 0 ? errorAnswer(new AwsError('InternalServerException', 'Again', 500)) : undefined);
  await ebs.client.send(
    new ListSnapshotBlocksCommand({ snapshotId, from: 0, most: 100, pageToken: undefined }),
    signal,
  );
  expect(ebs.urls).toHaveLength(4);
});
