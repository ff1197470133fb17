import { CustomResource, Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Settings } from '../../config.ts';
import { acknowledge } from '../acknowledge.ts';
import { makeResourceFunction } from '../resource-function.ts';

/** The addresses from which CloudFront calls origins, which AWS keeps as a managed prefix list of each Region. */
export class EdgePrefixList extends Construct {
  /** Known once it is deployed. */
  readonly prefixListId: string;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const lambda = makeResourceFunction(this, {
      name: 'edge-prefix-list',
      description: "Finds CloudFront's managed prefix list of this Region",
      statements: [new PolicyStatement({ actions: ['ec2:DescribeManagedPrefixLists'], resources: ['*'] })],
      settings,
    });
    acknowledge(this, { 'AwsSolutions-IAM5[Resource::*]': 'EC2 knows no resource for lists of prefix lists.' });
    this.prefixListId = new CustomResource(this, 'Resource', {
      resourceType: 'Custom::EdgePrefixList',
      serviceToken: lambda.functionArn,
      serviceTimeout: Duration.minutes(5),
    }).ref;
  }
}
