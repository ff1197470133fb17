import { DeleteObjectsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { answer, messageOf, type ResourceEvent } from './answer.ts';

interface PagesProperties {
  readonly Bucket: string;
  /** The prefix of the object keys, such as `_edge/`. */
  readonly Prefix: string;
  readonly ContentType: string;
  readonly CacheControl: string;
  /** Texts by the rest of the key. */
  readonly Pages: Readonly<Record<string, string>>;
}

interface PagesEvent extends ResourceEvent {
  readonly ResourceProperties: PagesProperties;
  /** Present for `Update`. */
  readonly OldResourceProperties?: PagesProperties;
}

/**
 * Writes the edge's responses for unreachable sandboxes to its bucket. It deletes them with the resource, because
 * CloudFormation deletes only empty buckets.
 */
export async function handler(event: PagesEvent): Promise<void> {
  const { Bucket, Prefix } = event.ResourceProperties;
  const PhysicalResourceId = `${Bucket}/${Prefix}`;
  try {
    const s3 = new S3Client();
    if (event.RequestType === 'Delete') await removeAll(s3, event.ResourceProperties);
    else await write(s3, event);
    await answer(event, { Status: 'SUCCESS', PhysicalResourceId });
  } catch (error) {
    const Reason = `The pages of the edge could not be written to ${Bucket}: ${messageOf(error)} Deploy again.`;
    await answer(event, {
      Status: 'FAILED',
      PhysicalResourceId: event.PhysicalResourceId ?? PhysicalResourceId,
      Reason,
    });
  }
}

async function write(s3: S3Client, { ResourceProperties: now, OldResourceProperties: before }: PagesEvent) {
  const { Bucket, Prefix, ContentType, CacheControl } = now;
  for (const [name, Body] of Object.entries(now.Pages)) {
    await s3.send(new PutObjectCommand({ Bucket, Key: `${Prefix}${name}`, Body, ContentType, CacheControl }));
  }
  // CloudFormation deletes the resource with the former id, and thereby the pages of another bucket or prefix.
  if (before?.Bucket !== Bucket || before.Prefix !== Prefix) return;
  const gone = Object.entries(before.Pages).filter(([name]) => !(name in now.Pages));
  if (gone.length > 0) await remove(s3, { ...before, Pages: Object.fromEntries(gone) });
}

/** A bucket that was deleted by hand must not prevent the deletion of its stack. */
async function removeAll(s3: S3Client, properties: PagesProperties): Promise<void> {
  try {
    await remove(s3, properties);
  } catch (error) {
    if (!(error instanceof Error && error.name === 'NoSuchBucket')) throw error;
  }
}

async function remove(s3: S3Client, { Bucket, Prefix, Pages }: PagesProperties): Promise<void> {
  const Objects = Object.keys(Pages).map((name) => ({ Key: `${Prefix}${name}` }));
  const { Errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
  const [first] = Errors;
  if (first) throw new Error(`S3 kept ${first.Key}: ${first.Message}`);
}
