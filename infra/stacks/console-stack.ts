import { NestedStack } from 'aws-cdk-lib';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { SandboxIngress } from '../access/access.ts';
import type { Settings } from '../config.ts';
import { sandboxOriginsOf } from '../console/headers.ts';
import { acknowledge } from '../constructs/acknowledge.ts';
import { ConsoleDistribution } from '../constructs/console/console-distribution.ts';
import { ConsoleFiles } from '../constructs/console/console-files.ts';
import { CLOUDFRONT_ZONE } from '../constructs/ingress/sandbox-distribution.ts';
import type { ServiceApi } from '../constructs/rest-api.ts';

export interface ConsoleStackProps {
  readonly settings: Settings;
  readonly api: Pick<ServiceApi, 'baseUrl' | 'origin'>;
  /** Undefined where sandboxes are reached directly. */
  readonly ingress: SandboxIngress | undefined;
  /** Directory with the files of the console. */
  readonly site: string;
}

/** The web console: files in a bucket, and a distribution with an origin of its own. It costs nothing by the hour. */
export class ConsoleStack extends NestedStack {
  /** Where people find it, without a slash at its end. */
  readonly url: string;
  /** The name that CloudFront gives, to which a domain of the operator has to lead. */
  readonly distributionDomainName: string;

  constructor(scope: Construct, { settings, api, ingress, site }: ConsoleStackProps) {
    super(scope, 'Console', { description: 'Agent Conversation Service: web console' });
    const { bucket } = new ConsoleFiles(this, 'Files', { settings, site, config: { api_url: api.baseUrl } });
    const { distribution } = new ConsoleDistribution(this, 'Site', {
      settings,
      files: bucket,
      reach: { apiOrigin: api.origin, sandboxOrigins: sandboxOriginsOf(ingress?.sandboxAddress) },
    });
    acknowledge(this, { 'AwsSolutions-L1': 'The CDK chooses the runtime of its function, which copies the files.' });
    const { consoleDomain, consoleHostedZoneId } = settings;
    if (consoleDomain !== undefined && consoleHostedZoneId !== undefined) {
      for (const type of ['A', 'AAAA']) {
        new CfnRecordSet(this, `Record${type}`, {
          hostedZoneId: consoleHostedZoneId,
          name: consoleDomain,
          type,
          aliasTarget: { dnsName: distribution.distributionDomainName, hostedZoneId: CLOUDFRONT_ZONE },
        });
      }
    }
    this.url = `https://${consoleDomain ?? distribution.distributionDomainName}`;
    this.distributionDomainName = distribution.distributionDomainName;
  }
}
