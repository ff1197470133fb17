import { CustomResource, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Settings } from '../../config.ts';
import { errorPages, PAGES_CACHE_CONTROL, PROBLEM_TYPE } from '../../ingress/error-pages.ts';
import { acknowledge } from '../acknowledge.ts';
import { makeResourceFunction } from '../resource-function.ts';

/** The private bucket with what the edge answers when a task cannot be reached. */
export class EdgePages extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledge(this.bucket, {
      'AwsSolutions-S1': 'The bucket holds two public texts of the template, and no data of anyone.',
    });
    const { prefix, pages } = errorPages();
    const objects = this.bucket.arnForObjects(`${prefix}*`);
    const lambda = makeResourceFunction(this, {
      name: 'edge-pages',
      description: 'Keeps the answers of the edge for sandboxes that cannot be reached',
      statements: [new PolicyStatement({ actions: ['s3:PutObject', 's3:DeleteObject'], resources: [objects] })],
      settings,
    });
    const arn = `<${Stack.of(this).resolve((this.bucket.node.defaultChild as CfnBucket).logicalId)}.Arn>`;
    acknowledge(this, {
      [`AwsSolutions-IAM5[Resource::${arn}/${prefix}*]`]:
        'Pages of an earlier release have other names, and are deleted by the same function; the bucket holds nothing else.',
    });
    new CustomResource(this, 'Resource', {
      resourceType: 'Custom::EdgePages',
      serviceToken: lambda.functionArn,
      serviceTimeout: Duration.minutes(5),
      properties: {
        Bucket: this.bucket.bucketName,
        Prefix: prefix,
        ContentType: PROBLEM_TYPE,
        CacheControl: PAGES_CACHE_CONTROL,
        Pages: pages,
      },
    });
  }
}
