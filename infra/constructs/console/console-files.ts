import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { prefixOf, type Settings } from '../../config.ts';
import { CACHE_CONTROL } from '../../console/headers.ts';
import { acknowledge } from '../acknowledge.ts';
import { makeLogGroup, writeTo } from '../log-group.ts';
import { arnInFindings, makePrivateBucket } from '../private-bucket.ts';

export interface ConsoleFilesProps {
  readonly settings: Settings;
  /** Directory that `infra/bundling/built-console.ts` built into. */
  readonly site: string;
  /** The content of `/config.json`, which the console reads first. */
  readonly config: Readonly<Record<string, string>>;
}

/** The build's folder of files with hashed names. */
const ASSETS = 'assets';

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
    const common = { destinationBucket: this.bucket, retainOnDelete: false, ...this.#deployer(settings) };
    const assets = new BucketDeployment(this, 'Assets', {
      ...common,
      sources: [Source.asset(join(site, ASSETS))],
      destinationKeyPrefix: ASSETS,
      cacheControl: [CacheControl.fromString(CACHE_CONTROL.assets)],
      // Tabs that stay open during a deployment load parts of the earlier release.
      prune: false,
    });
    const pages = new BucketDeployment(this, 'Pages', {
      ...common,
      sources: [Source.asset(site, { exclude: [ASSETS] }), Source.jsonData('config.json', config)],
      exclude: [`${ASSETS}/*`],
      cacheControl: [CacheControl.fromString(CACHE_CONTROL.pages)],
    });
    // Pages come last, because they name the assets.
    pages.node.addDependency(assets);
  }

  /** Role and log group of the CDK's function that copies the files. */
  #deployer(settings: Settings) {
    const logGroup = makeLogGroup(this, 'Logs', settings, `/aws/lambda/${prefixOf(settings)}-console-files`);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: 'Of deployments: copies the files of the console to its bucket',
      inlinePolicies: { logs: new PolicyDocument({ statements: [writeTo(logGroup)] }) },
    });
    acknowledgeGrants(role, this.bucket);
    return { logGroup, role, memoryLimit: 512 };
  }
}

/** Accepts the wildcards that the CDK grants its function. */
function acknowledgeGrants(role: Role, bucket: Bucket): void {
  const actions = ['Abort', 'DeleteObject', 'GetBucket', 'GetObject', 'List'].map((name) => `Action::s3:${name}*`);
  const published = 'arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>';
  const findings = [...actions, `Resource::${arnInFindings(bucket)}/*`, `Resource::${published}/*`];
  const reason = 'The function reads the files that the CDK published, and changes only the bucket of the console.';
  acknowledge(role, Object.fromEntries(findings.map((finding) => [`AwsSolutions-IAM5[${finding}]`, reason])));
}
