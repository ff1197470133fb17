import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { prefixOf, type Settings } from '../../config.ts';
import { CACHE_CONTROL } from '../../console/headers.ts';
import { acknowledge } from '../acknowledge.ts';

export interface ConsoleFilesProps {
  readonly settings: Settings;
  /** Directory that `infra/bundling/built-console.ts` built into. */
  readonly site: string;
  /** What the console reads before anything else, as `/config.json`. */
  readonly config: Readonly<Record<string, string>>;
}

/** Hashed files, which the build puts in one folder. */
const ASSETS = 'assets';

/** The private bucket with the files of the console. They go with it. */
export class ConsoleFiles extends Construct {
  readonly bucket: Bucket;

  /** @throws when the console was not built */
  constructor(scope: Construct, id: string, { settings, site, config }: ConsoleFilesProps) {
    super(scope, id);
    if (!existsSync(join(site, 'index.html'))) {
      throw new Error(`the console was not built into ${site}: run npm run build, or set console to false`);
    }
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledge(this.bucket, {
      'AwsSolutions-S1': 'The bucket holds a public web page, and no data of anyone.',
    });
    const common = { destinationBucket: this.bucket, retainOnDelete: false, ...this.#deployer(settings) };
    const assets = new BucketDeployment(this, 'Assets', {
      ...common,
      sources: [Source.asset(join(site, ASSETS))],
      destinationKeyPrefix: ASSETS,
      cacheControl: [CacheControl.fromString(CACHE_CONTROL.assets)],
      // Tabs that are open over a deployment load parts of the page that they have.
      prune: false,
    });
    const pages = new BucketDeployment(this, 'Pages', {
      ...common,
      sources: [Source.asset(site, { exclude: [ASSETS] }), Source.jsonData('config.json', config)],
      exclude: [`${ASSETS}/*`],
      cacheControl: [CacheControl.fromString(CACHE_CONTROL.pages)],
    });
    // A page never names a file that is not there yet.
    pages.node.addDependency(assets);
  }

  /** The function of the CDK that copies the files in a deployment, with a role and a log group of ours. */
  #deployer(settings: Settings) {
    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/aws/lambda/${prefixOf(settings)}-console-files`,
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const logs = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: 'Of deployments: copies the files of the console to its bucket',
      inlinePolicies: { logs: new PolicyDocument({ statements: [logs] }) },
    });
    acknowledgeGrants(role, this.bucket);
    return { logGroup, role, memoryLimit: 512 };
  }
}

/** What the CDK grants its function, with the wildcards of its own. */
function acknowledgeGrants(role: Role, bucket: Bucket): void {
  const arn = `<${Stack.of(role).resolve((bucket.node.defaultChild as CfnBucket).logicalId)}.Arn>`;
  const actions = ['Abort', 'DeleteObject', 'GetBucket', 'GetObject', 'List'].map((name) => `Action::s3:${name}*`);
  const published = 'arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>';
  const findings = [...actions, `Resource::${arn}/*`, `Resource::${published}/*`];
  const reason = 'The function reads the files that the CDK published, and changes the bucket of the console alone.';
  acknowledge(role, Object.fromEntries(findings.map((finding) => [`AwsSolutions-IAM5[${finding}]`, reason])));
}
