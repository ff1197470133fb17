import { NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { SandboxIngress } from '../access/access.ts';
import type { Settings } from '../config.ts';
import { consoleConfig } from '../console/config.ts';
import { sandboxOriginsOf } from '../console/headers.ts';
import { ConsoleDistribution } from '../constructs/console/console-distribution.ts';
import { ConsoleFiles } from '../constructs/console/console-files.ts';
import { addRecords } from '../constructs/distribution-domain.ts';
import type { ServiceApi } from '../constructs/rest-api.ts';

export interface ConsoleStackProps {
  readonly settings: Settings;
  readonly api: Pick<ServiceApi, 'baseUrl' | 'origin'>;
  /** Undefined if clients reach sandboxes directly. */
  readonly ingress: SandboxIngress | undefined;
  /** Origins of the identity provider of people. */
  readonly providerOrigins: readonly string[];
  /** Directory with the files of the console. */
  readonly site: string;
}

/** The web console: a bucket and a distribution. Neither is charged by the hour. */
export class ConsoleStack extends NestedStack {
  /** Without a trailing slash. */
  readonly url: string;
  /** The CloudFront name that the operator's domain must point to. */
  readonly distributionDomainName: string;

  constructor(scope: Construct, { settings, api, ingress, providerOrigins, site }: ConsoleStackProps) {
    super(scope, 'Console', { description: 'Agent Conversation Service: web console' });
    const config = consoleConfig({ apiUrl: api.baseUrl, publicLinks: settings.publicLinks });
    const { bucket } = new ConsoleFiles(this, 'Files', { settings, site, config });
    const { distribution } = new ConsoleDistribution(this, 'Site', {
      settings,
      files: bucket,
      reach: {
        apiOrigin: api.origin,
        sandboxOrigins: sandboxOriginsOf(ingress?.sandboxAddress),
        providerOrigins,
      },
    });
    const { consoleDomain, consoleHostedZoneId } = settings;
    if (consoleDomain !== undefined && consoleHostedZoneId !== undefined)
      addRecords(this, consoleDomain, consoleHostedZoneId, distribution);
    this.url = `https://${consoleDomain ?? distribution.distributionDomainName}`;
    this.distributionDomainName = distribution.distributionDomainName;
  }
}
