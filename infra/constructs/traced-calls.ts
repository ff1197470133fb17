import { CfnSamplingRule } from 'aws-cdk-lib/aws-xray';
import { Construct } from 'constructs';
import { prefixOf, type Settings } from '../config.ts';

/**
 * Which calls X-Ray traces. Its default rule traces a call in each second, which is more than the free 100,000 traces
 * a month; Lambda's own sampling cannot be set. So the gateway alone decides, and functions pass its decision on.
 */
export class TracedCalls extends Construct {
  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const prefix = prefixOf(settings);
    new CfnSamplingRule(this, 'Rule', {
      samplingRule: {
        // At most 32 characters, which the longest name and stage keep.
        ruleName: prefix,
        priority: 1_000,
        fixedRate: settings.tracedPercent / 100,
        reservoirSize: 0,
        serviceName: `${prefix}/${settings.stage}`,
        serviceType: 'AWS::ApiGateway::Stage',
        host: '*',
        httpMethod: '*',
        urlPath: '*',
        resourceArn: '*',
        version: 1,
      },
    });
  }
}
