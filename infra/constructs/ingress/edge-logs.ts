import { Aws, CfnRule, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { prefixOf, type Settings } from '../../config.ts';

/**
 * What a line has. Labels stand in hosts and paths, and pages name them as referrers; session keys stand in queries and
 * cookies: none of these is written.
 */
const fields = [
  'date',
  'time',
  'x-edge-location',
  'x-edge-request-id',
  'x-edge-result-type',
  'x-edge-response-result-type',
  'x-edge-detailed-result-type',
  'c-ip',
  'cs-method',
  'cs-protocol',
  'cs-protocol-version',
  'ssl-protocol',
  'sc-status',
  'sc-bytes',
  'cs-bytes',
  'time-taken',
  'time-to-first-byte',
];

/** A line for each request of the distribution, in CloudWatch. CloudFront offers that in us-east-1 alone. */
export class EdgeLogs extends Construct {
  constructor(scope: Construct, id: string, distributionArn: string, settings: Settings) {
    super(scope, id);
    new CfnRule(Stack.of(this), 'LogsOfSandboxesInVirginia', {
      assertions: [
        {
          assert: Fn.conditionEquals(Aws.REGION, 'us-east-1'),
          assertDescription: 'CloudFront logs to us-east-1 alone: set sandboxLogs to false in any other Region.',
        },
      ],
    });
    const name = `${prefixOf(settings)}-ingress`;
    const logGroup = new LogGroup(this, 'Group', {
      logGroupName: `/aws/vendedlogs/${name}`,
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const source = new CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: distributionArn,
    });
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name,
      destinationResourceArn: logGroup.logGroupArn,
      outputFormat: 'json',
    });
    const delivery = new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.name,
      deliveryDestinationArn: destination.attrArn,
      recordFields: fields,
    });
    delivery.addResourceDependency(source);
  }
}
