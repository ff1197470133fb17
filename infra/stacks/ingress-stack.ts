import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { SandboxIngress } from '../access/access.ts';
import { prefixOf, type Settings } from '../config.ts';
import { addRecords } from '../constructs/distribution-domain.ts';
import { EdgeFunction } from '../constructs/ingress/edge-function.ts';
import { EdgeLogs } from '../constructs/ingress/edge-logs.ts';
import { EdgePages } from '../constructs/ingress/edge-pages.ts';
import { SandboxDistribution } from '../constructs/ingress/sandbox-distribution.ts';
import { exportForGood } from '../constructs/lasting-exports.ts';

/** Access to sandboxes through CloudFront. It costs nothing while idle and leaves nothing behind. */
class IngressStack extends Stack implements SandboxIngress {
  readonly sandboxAddress: string;
  readonly keyValueStoreArn: string;

  constructor(scope: Construct, settings: Settings) {
    super(scope, `${prefixOf(settings)}-ingress`, {
      description: 'Agent Conversation Service: access to sandboxes through CloudFront',
    });
    const edge = new EdgeFunction(this, 'Edge', settings);
    const { bucket } = new EdgePages(this, 'Pages', settings);
    const { distribution } = new SandboxDistribution(this, 'Sandboxes', {
      settings,
      viewerRequest: edge.function,
      viewerResponse: edge.onResponses,
      pages: bucket,
    });
    const { sandboxDomain, sandboxHostedZoneId } = settings;
    if (sandboxDomain !== undefined && sandboxHostedZoneId !== undefined)
      addRecords(this, `*.${sandboxDomain}`, sandboxHostedZoneId, distribution);
    if (settings.sandboxLogs) new EdgeLogs(this, 'Logs', distribution.distributionArn, settings);

    this.keyValueStoreArn = edge.keys.keyValueStoreArn;
    this.sandboxAddress =
      sandboxDomain === undefined
        ? `https://${distribution.distributionDomainName}/{label}`
        : `https://{label}.${sandboxDomain}`;
    // The api stack imports the domain name or not, depending on the settings.
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

/** The ingress of these settings, with its stack; undefined if clients reach sandboxes directly. */
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
