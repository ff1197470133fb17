import { ArnFormat, Stack } from 'aws-cdk-lib';
import { CfnStage, type SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { ADDRESS_PATH, addressThrottle } from '../api/address-path.ts';
import type { Settings } from '../config.ts';
import { acknowledge } from './acknowledge.ts';

/**
 * The stage of the API by which the edge asks for sandboxes that it cannot reach. Its 503s are the usual response while
 * a sandbox starts, and the figures of API Gateway, which the alarms watch, are by stage.
 */
export class EdgeStage extends Construct {
  readonly name: string;

  constructor(scope: Construct, id: string, api: SpecRestApi, settings: Pick<Settings, 'stage' | 'webAclArn'>) {
    super(scope, id);
    this.name = `edge-${settings.stage}`;
    const { deploymentStage, latestDeployment, restApiId } = api;
    const main = deploymentStage.node.defaultChild;
    if (!(main instanceof CfnStage) || latestDeployment === undefined) throw new Error('the API has no stage');
    const stage = new CfnStage(this, 'Resource', {
      restApiId,
      deploymentId: latestDeployment.deploymentId,
      stageName: this.name,
      accessLogSetting: main.accessLogSetting,
      methodSettings: [
        // Clients use the other stage.
        { resourcePath: '/*', httpMethod: '*', dataTraceEnabled: false, ...throttling({ rate: 0, burst: 0 }) },
        {
          resourcePath: `/${ADDRESS_PATH.replaceAll('/', '~1')}`,
          httpMethod: 'ANY',
          dataTraceEnabled: false,
          ...throttling(addressThrottle),
        },
      ],
    });
    // The account's role for logs, on which the other stage depends.
    stage.node.addDependency(deploymentStage);
    acknowledge(stage, {
      'AwsSolutions-APIG3': 'A firewall costs money even without requests. The setting webAclArn attaches one.',
      'AwsSolutions-APIG6':
        'The access log has status, latency and error of every request. Execution logs would contain headers, which carry keys.',
    });
    if (settings.webAclArn === undefined) return;
    new CfnWebACLAssociation(this, 'WebAcl', {
      resourceArn: Stack.of(this).formatArn({
        service: 'apigateway',
        account: '',
        resource: 'restapis',
        resourceName: `${restApiId}/stages/${stage.ref}`,
        arnFormat: ArnFormat.SLASH_RESOURCE_SLASH_RESOURCE_NAME,
      }),
      webAclArn: settings.webAclArn,
    });
  }
}

function throttling({ rate, burst }: { readonly rate: number; readonly burst: number }) {
  return { throttlingRateLimit: rate, throttlingBurstLimit: burst };
}
