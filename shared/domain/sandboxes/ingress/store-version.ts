import {
  type CloudFrontKeyValueStoreClient,
  ConflictException,
  DescribeKeyValueStoreCommand,
  ValidationException,
} from '@aws-sdk/client-cloudfront-keyvaluestore';

/** The version (ETag) of the edge's store, which every update must name. */
export async function versionOf(client: CloudFrontKeyValueStoreClient, storeArn: string): Promise<string> {
  const { ETag } = await client.send(new DescribeKeyValueStoreCommand({ KvsARN: storeArn }));
  if (!ETag) throw new Error("the edge's key value store returned no version");
  return ETag;
}

/** Whether another writer changed the edge's store. CloudFront reports an outdated version in two ways. */
export function isOutdatedVersion(error: unknown): boolean {
  return (
    error instanceof ConflictException ||
    (error instanceof ValidationException && /pre-?condition|e-?tag|if-?match/i.test(error.message))
  );
}
