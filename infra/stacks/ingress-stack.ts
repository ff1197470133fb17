import { CfnOutput, Stack } from 'aws-cdk-lib';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { SandboxIngress } from '../access/access.ts';
import { prefixOf, type Settings } from '../config.ts';
import { EdgeFunction } from '../constructs/ingress/edge-function.ts';
import { EdgeLogs } from '../constructs/ingress/edge-logs.ts';
import { EdgePages } from '../constructs/ingress/edge-pages.ts';
import { CLOUDFRONT_ZONE, SandboxDistribution } from '../constructs/ingress/sandbox-distribution.ts';
import { exportForGood } from '../constructs/lasting-exports.ts';

/** The way to sandboxes by CloudFront. It costs nothing while nothing is asked, and goes without a trace. */
class IngressStack extends Stack implements SandboxIngress {
  readonly sandboxAddress: string;
  readonly keyValueStoreArn: string;

  constructor(scope: Construct, settings: Settings) {
    super(scope, `${prefixOf(settings)}-ingress`, {
      description: 'Agent Conversation Service: the way to sandboxes by CloudFront',
    });
    const edge = new EdgeFunction(this, 'Edge', settings);
    const { bucket } = new EdgePages(this, 'Pages', settings);
    const { distribution } = new SandboxDistribution(this, 'Sandboxes', {
      settings,
      viewerRequest: edge.function,
      pages: bucket,
    });
    const { sandboxDomain, sandboxHostedZoneId } = settings;
    if (sandboxDomain !== undefined && sandboxHostedZoneId !== undefined) {
      for (const type of ['A', 'AAAA']) {
        new CfnRecordSet(this, `Record${type}`, {
          hostedZoneId: sandboxHostedZoneId,
          name: `*.${sandboxDomain}`,
          type,
          aliasTarget: { dnsName: distribution.distributionDomainName, hostedZoneId: CLOUDFRONT_ZONE },
        });
      }
    }
    if (settings.sandboxLogs) new EdgeLogs(this, 'Logs', distribution.distributionArn, settings);

    this.keyValueStoreArn = edge.keys.keyValueStoreArn;
    this.sandboxAddress =
      sandboxDomain === undefined
        ? `https://${distribution.distributionDomainName}/{label}`
        : `https://{label}.${sandboxDomain}`;
    // A distribution keeps its name, so that the api stack may import it or not, as the settings say.
    exportForGood(this, this.keyValueStoreArn, distribution.distributionDomainName);
    new CfnOutput(this, 'SandboxAddress', { value: this.sandboxAddress });
    new CfnOutput(this, 'KeyValueStoreArn', { value: this.keyValueStoreArn });
    new CfnOutput(this, 'DistributionId', { value: distribution.distributionId });
    new CfnOutput(this, 'DistributionDomainName', {
      value: distribution.distributionDomainName,
      ...(sandboxDomain === undefined ? {} : { description: `Point *.${sandboxDomain} to this name.` }),
    });
  }
}

/** How sandboxes are reached by these settings, with the stack that it takes; undefined where directly. */
export function ingressOf(scope: Construct, settings: Settings): SandboxIngress | undefined {
  switch (settings.ingress) {
    case 'cloudfront':
      return new IngressStack(scope, settings);
    case 'router':
      return { sandboxAddress: `https://{label}.${settings.sandboxDomain}` };
    case 'direct':
      return undefined;
  }
}
