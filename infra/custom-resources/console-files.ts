import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import {
  DeleteObjectsCommand,
  GetBucketTaggingCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type ObjectIdentifier,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { COPIER_TAG, cacheControlOf, contentTypeOf, isAsset, OWNER_TAG } from '../console/files.ts';
import { answer, messageOf, type ResourceEvent } from './answer.ts';

interface FilesEvent extends ResourceEvent {
  readonly ResourceProperties: {
    readonly Bucket: string;
    /** The content of `config.json`. */
    readonly Config: Readonly<Record<string, string>>;
  };
}

/** The directory of a package that has the files of the custom resource. */
const FILES = 'files';

/** Requests to S3 at a time. */
const UPLOADS = 20;

/**
 * Copies the files of its package to the bucket of the console. It deletes them with the resource, because
 * CloudFormation deletes only empty buckets.
 *
 * @param site directory with the files
 */
export const filesHandler = (site: string) => async (event: FilesEvent) => {
  const { Bucket } = event.ResourceProperties;
  try {
    const s3 = new S3Client();
    if (event.RequestType === 'Delete') await removeAll(s3, Bucket);
    else await write(s3, event.ResourceProperties, site);
    await answer(event, { Status: 'SUCCESS', PhysicalResourceId: Bucket });
  } catch (error) {
    const Reason = `The files of the console in ${Bucket} could not be changed: ${messageOf(error)} Deploy again.`;
    await answer(event, { Status: 'FAILED', PhysicalResourceId: event.PhysicalResourceId ?? Bucket, Reason });
  }
};

/** The bundle is a CommonJS module, beside the directory. */
export const handler = filesHandler(join(typeof __dirname === 'undefined' ? '' : __dirname, FILES));

async function write(s3: S3Client, { Bucket, Config }: FilesEvent['ResourceProperties'], site: string) {
  const entries = await readdir(site, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = new Map(paths.map((path) => [relative(site, path).split(sep).join('/'), () => readFile(path)]));
  files.set('config.json', async () => Buffer.from(JSON.stringify(Config)));
  const put = async ([Key, read]: readonly [string, () => Promise<Buffer>]) => {
    const headers = { ContentType: contentTypeOf(Key), CacheControl: cacheControlOf(Key) };
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: await read(), ...headers }));
  };
  const { assets = [], pages = [] } = Object.groupBy(files, ([key]) => (isAsset(key) ? 'assets' : 'pages'));
  // Pages come last, because they name the assets.
  for (const group of [assets, pages]) {
    for (let next = 0; next < group.length; next += UPLOADS)
      await Promise.all(group.slice(next, next + UPLOADS).map(put));
  }
  // Tabs that stay open during a deployment load assets of the earlier release.
  await remove(s3, Bucket, (key) => !isAsset(key) && !files.has(key));
}

async function removeAll(s3: S3Client, Bucket: string): Promise<void> {
  try {
    if (await hasAnotherOwner(s3, Bucket)) return;
    await remove(s3, Bucket, () => true);
  } catch (error) {
    // A bucket that was deleted by hand must not prevent the deletion of its stack.
    if (!isNamed(error, 'NoSuchBucket')) throw error;
  }
}

/** After a rollback to 0.1.0, its copier has written the files before this resource is deleted. */
async function hasAnotherOwner(s3: S3Client, Bucket: string): Promise<boolean> {
  try {
    const { TagSet = [] } = await s3.send(new GetBucketTaggingCommand({ Bucket }));
    const owners = TagSet.map(({ Key = '' }) => Key).filter((key) => key.startsWith(COPIER_TAG));
    return owners.length > 0 && !owners.includes(OWNER_TAG);
  } catch (error) {
    if (isNamed(error, 'NoSuchTagSet')) return false;
    throw error;
  }
}

/** Deletes all versions of these objects. */
async function remove(s3: S3Client, Bucket: string, isGone: (key: string) => boolean): Promise<void> {
  let page: ListObjectVersionsCommandOutput | undefined;
  do {
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page ?? {};
    page = await s3.send(new ListObjectVersionsCommand({ Bucket, KeyMarker, VersionIdMarker }));
    const Objects = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]
      .map(({ Key = '', VersionId }): ObjectIdentifier => ({ Key, VersionId }))
      .filter(({ Key = '' }) => isGone(Key));
    if (Objects.length === 0) continue;
    const { Errors: [kept] = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    );
    if (kept) throw new Error(`S3 kept ${kept.Key}: ${kept.Message}`);
  } while (page.IsTruncated);
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
