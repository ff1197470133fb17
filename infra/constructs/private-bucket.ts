import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

/** A private bucket that is deleted with its stack. @param reason why cdk-nag need not ask for access logs */
export function makePrivateBucket(scope: Construct, reason: string): Bucket {
  const bucket = new Bucket(scope, 'Bucket', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  acknowledge(bucket, { 'AwsSolutions-S1': reason });
  return bucket;
}

/** The bucket's ARN in findings of cdk-nag. */
export function arnInFindings(bucket: Bucket): string {
  return `<${Stack.of(bucket).resolve((bucket.node.defaultChild as CfnBucket).logicalId)}.Arn>`;
}
