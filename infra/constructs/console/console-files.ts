import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FileSystem, Tags } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Settings } from '../../config.ts';
import { OWNER_TAG } from '../../console/files.ts';
import { acknowledge } from '../acknowledge.ts';
import { makeCustomResource } from '../custom-resource.ts';
import { arnInFindings, makePrivateBucket } from '../private-bucket.ts';

export interface ConsoleFilesProps {
  readonly settings: Settings;
  /** Directory that `infra/bundling/built-console.ts` built into. */
  readonly site: string;
  /** The content of `/config.json`, which the console reads first. */
  readonly config: Readonly<Record<string, string>>;
}

/** The private bucket with the files of the console. */
export class ConsoleFiles extends Construct {
  readonly bucket: Bucket;

  /** @throws when the console was not built */
  constructor(scope: Construct, id: string, { settings, site, config }: ConsoleFilesProps) {
    super(scope, id);
    if (!existsSync(join(site, 'index.html'))) {
      throw new Error(`The console was not built into ${site}. Run npm run build, or set console to false.`);
    }
    this.bucket = makePrivateBucket(this, 'The bucket holds a public web page and no data.');
    Tags.of(this.bucket).add(OWNER_TAG, 'true');
    const { bucketArn, bucketName } = this.bucket;
    const objects = this.bucket.arnForObjects('*');
    const actions = ['s3:PutObject', 's3:DeleteObject', 's3:DeleteObjectVersion'];
    makeCustomResource(this, {
      name: 'console-files',
      resourceType: 'Custom::ConsoleFiles',
      description: 'Copies the files of the console to its bucket, and deletes them with it',
      statements: [
        new PolicyStatement({ actions, resources: [objects] }),
        new PolicyStatement({ actions: ['s3:ListBucketVersions', 's3:GetBucketTagging'], resources: [bucketArn] }),
      ],
      settings,
      files: site,
      // The function copies the files again when one of them changes.
      properties: { Bucket: bucketName, Config: config, Site: FileSystem.fingerprint(site) },
    });
    acknowledge(this, {
      [`AwsSolutions-IAM5[Resource::${arnInFindings(this.bucket)}/*]`]:
        'The names of the files contain hashes. The bucket holds nothing else.',
    });
  }
}
