import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Settings } from '../../config.ts';
import { errorPages, PAGES_CACHE_CONTROL, PROBLEM_TYPE } from '../../ingress/error-pages.ts';
import { acknowledge } from '../acknowledge.ts';
import { makeCustomResource } from '../custom-resource.ts';
import { arnInFindings, makePrivateBucket } from '../private-bucket.ts';

/** The private bucket with the edge's responses for tasks that cannot be reached. */
export class EdgePages extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.bucket = makePrivateBucket(this, 'The bucket holds two public texts of the template and no data.');
    const { prefix, pages } = errorPages();
    const objects = this.bucket.arnForObjects(`${prefix}*`);
    makeCustomResource(this, {
      name: 'edge-pages',
      resourceType: 'Custom::EdgePages',
      description: "Writes the edge's responses for sandboxes that cannot be reached",
      statements: [new PolicyStatement({ actions: ['s3:PutObject', 's3:DeleteObject'], resources: [objects] })],
      settings,
      properties: {
        Bucket: this.bucket.bucketName,
        Prefix: prefix,
        ContentType: PROBLEM_TYPE,
        CacheControl: PAGES_CACHE_CONTROL,
        Pages: pages,
      },
    });
    acknowledge(this, {
      [`AwsSolutions-IAM5[Resource::${arnInFindings(this.bucket)}/${prefix}*]`]:
        'The function also deletes the pages of earlier releases, whose names differ. The bucket holds nothing else.',
    });
  }
}
