import { Aws, CfnRule, Fn, Stack } from 'aws-cdk-lib';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { prefixOf, type Settings } from '../../config.ts';
import { makeLogGroup } from '../log-group.ts';

/** The fields of a line, without hosts, paths, referrers, queries and cookies: these contain labels or session keys. */
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

/** Logs each request of the distribution to CloudWatch, which CloudFront offers only in us-east-1. */
export class EdgeLogs extends Construct {
  constructor(scope: Construct, id: string, distributionArn: string, settings: Settings) {
    super(scope, id);
    new CfnRule(Stack.of(this), 'LogsOfSandboxesInVirginia', {
      assertions: [
        {
          assert: Fn.conditionEquals(Aws.REGION, 'us-east-1'),
          assertDescription: 'CloudFront logs only to us-east-1. Set sandboxLogs to false in other Regions.',
        },
      ],
    });
    const name = `${prefixOf(settings)}-ingress`;
    const logGroup = makeLogGroup(this, 'Group', settings, `/aws/vendedlogs/${name}`);
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
