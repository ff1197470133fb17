import { createHash } from 'node:crypto';
import { CfnMapping, CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiDefinition,
  CfnStage,
  DomainName,
  EndpointType,
  LogGroupLogDestination,
  SecurityPolicy,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate, CfnCertificate, type ICertificateRef } from 'aws-cdk-lib/aws-certificatemanager';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct, type IDependable } from 'constructs';
import type { Endpoint } from '../../shared/contract/endpoint/endpoint.ts';
import { apiDocument } from '../api/document.ts';
import { accessLogsOf, functionNameOf } from '../api/names.ts';
import { functionArnOf } from '../api/open-api.ts';
import { methodThrottles } from '../api/open-throttles.ts';
import { CONSOLE_URL } from '../api/people-pages.ts';
import { prefixOf, type Settings } from '../config.ts';
import { acknowledge } from './acknowledge.ts';

/** The REST API, made of one document, with its stage and, where the settings name one, its domain. */
export class ServiceApi extends Construct {
  /** Where clients reach the API, without a trailing slash. */
  readonly baseUrl: string;
  /** The same without a path. */
  readonly origin: string;
  readonly #api: SpecRestApi;

  constructor(scope: Construct, id: string, endpoints: readonly Endpoint[], settings: Settings) {
    super(scope, id);
    this.#api = this.#restApi(endpoints, settings);
    this.#acknowledgeFindings();
    const { region, urlSuffix } = Stack.of(this);
    // Not from the stage itself: it comes after the functions, whose environment has this address.
    this.origin = `https://${settings.apiDomain ?? `${this.#api.restApiId}.execute-api.${region}.${urlSuffix}`}`;
    this.baseUrl = settings.apiDomain === undefined ? `${this.origin}/${settings.stage}` : this.origin;
    if (settings.apiDomain !== undefined) new ApiDomain(this, 'Domain', this.#api, settings);
    if (settings.webAclArn !== undefined) {
      new CfnWebACLAssociation(this, 'WebAcl', {
        resourceArn: this.#api.deploymentStage.stageArn,
        webAclArn: settings.webAclArn,
      });
    }
  }

  /** Lets a change of routes go live only when the functions that they lead to are there. */
  deployAfter(...functions: IDependable[]): void {
    this.#api.latestDeployment?.node.addDependency(...functions);
  }

  /** By a variable of the stage: the console refers to the document, so that the document cannot refer to it. */
  leadPeopleTo(consoleUrl: string): void {
    const stage = this.#api.deploymentStage.node.defaultChild;
    if (!(stage instanceof CfnStage)) throw new Error('the API has no stage');
    stage.variables = { [CONSOLE_URL]: consoleUrl };
  }

  #restApi(endpoints: readonly Endpoint[], settings: Settings): SpecRestApi {
    const logGroup = new LogGroup(this, 'AccessLogs', {
      logGroupName: accessLogsOf(settings),
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const texts = new SharedTexts(this, 'Texts');
    const document = apiDocument(endpoints, settings, this.#invoker(settings).roleArn, (text) => texts.share(text));
    const api = new SpecRestApi(this, 'RestApi', {
      apiDefinition: ApiDefinition.fromInline(document),
      restApiName: prefixOf(settings),
      description: 'Agent Conversation Service',
      endpointTypes: [EndpointType.REGIONAL],
      // The import itself would otherwise make an edge-optimised API, which CloudFormation then has to change.
      parameters: { endpointConfigurationTypes: 'REGIONAL' },
      cloudWatchRole: settings.gatewayLogRole,
      deployOptions: {
        stageName: settings.stage,
        tracingEnabled: true,
        throttlingRateLimit: settings.requestsPerSecond,
        throttlingBurstLimit: settings.requestBurst,
        methodOptions: methodThrottles(settings),
        accessLogDestination: new LogGroupLogDestination(logGroup),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLogLine)),
      },
    });
    // The output that the CDK adds by itself; the stack has one of its own, by a name that does not change.
    api.node.tryRemoveChild('Endpoint');
    return api;
  }

  /** The role of the API, by which alone it invokes the authorizer and the functions of its routes. */
  #invoker(settings: Settings): Role {
    const functions = functionArnOf(settings, '*');
    const role = new Role(this, 'Invoker', {
      // Without a condition on the account: API Gateway documents none for this role.
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      description: 'Of the API: invokes the functions of this deployment',
      inlinePolicies: {
        invoke: new PolicyDocument({
          statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functions] })],
        }),
      },
    });
    const name = functionNameOf(settings, '*');
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:${name}]`]:
        'The document of the API names the functions, and the begin of their names is what bounds this role: a list of all would be larger than a policy may be.',
    });
    return role;
  }

  #acknowledgeFindings(): void {
    acknowledge(this.#api, {
      'AwsSolutions-APIG2':
        'Each function validates its request against the contract and names every bad field; a second schema here would only differ from it.',
      'AwsSolutions-APIG3':
        'A firewall costs money without calls; the setting webAclArn attaches one where one is wanted.',
      'AwsSolutions-APIG6':
        'The access log names status, latencies and errors of every request; execution logs would repeat headers, and headers carry keys.',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'AWS documents this policy as the one for the role by which API Gateway writes logs.',
    });
  }
}

/** One line of the access log. It names owner and key by their ids; no header is in it, as headers carry keys. */
const accessLogLine = {
  request_id: '$context.requestId',
  trace_id: '$context.xrayTraceId',
  time: '$context.requestTimeEpoch',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  path: '$context.path',
  status: '$context.status',
  response_bytes: '$context.responseLength',
  response_ms: '$context.responseLatency',
  integration_ms: '$context.integration.latency',
  integration_status: '$context.integration.status',
  authorizer_ms: '$context.authorizer.latency',
  authorizer_status: '$context.authorizer.status',
  owner_id: '$context.authorizer.owner_id',
  key_id: '$context.authorizer.key_id',
  source_ip: '$context.identity.sourceIp',
  error: '$context.error.responseType',
} as const;

/**
 * Texts that a template has at many places. Each is in the template's mappings once, and a short reference stands for
 * it: CloudFormation takes no template of more than 1 MB, and counts it with its references unresolved.
 */
class SharedTexts extends Construct {
  readonly #mapping: CfnMapping;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.#mapping = new CfnMapping(this, 'Resource');
    // Each reference holds it.
    this.#mapping.overrideLogicalId('Texts');
  }

  /**
   * A reference to the text. Its key follows from the text, so that what refers to another text is another resource to
   * the CDK, which deploys the API again by a hash of the references.
   */
  share(text: string): string {
    const key = `t${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    this.#mapping.setValue(key, 'text', text);
    return this.#mapping.findInMap(key, 'text');
  }
}

type DomainSettings = Pick<Settings, 'apiDomain' | 'apiCertificateArn' | 'apiHostedZoneId'>;

/**
 * The API under a domain of the operator, without the stage in its paths. A hosted zone gets the record of the domain,
 * and that of a certificate unless the operator has one; without a zone, an output says where the record must lead.
 */
class ApiDomain extends Construct {
  constructor(scope: Construct, id: string, api: SpecRestApi, { apiDomain = '', ...settings }: DomainSettings) {
    super(scope, id);
    const domain = new DomainName(this, 'Name', {
      domainName: apiDomain,
      certificate: this.#certificate(apiDomain, settings),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
      mapping: api,
    });
    const { domainNameAliasDomainName: target, domainNameAliasHostedZoneId: targetZoneId } = domain;
    if (settings.apiHostedZoneId === undefined) {
      new CfnOutput(this, 'Target', { value: target, description: `Point ${apiDomain} there by a CNAME record.` });
      return;
    }
    new CfnRecordSet(this, 'Record', {
      hostedZoneId: settings.apiHostedZoneId,
      name: apiDomain,
      type: 'A',
      aliasTarget: { dnsName: target, hostedZoneId: targetZoneId },
    });
  }

  #certificate(domainName: string, { apiCertificateArn, apiHostedZoneId }: DomainSettings): ICertificateRef {
    if (apiCertificateArn !== undefined) return Certificate.fromCertificateArn(this, 'Given', apiCertificateArn);
    return new CfnCertificate(this, 'Certificate', {
      domainName,
      validationMethod: 'DNS',
      domainValidationOptions: [{ domainName, ...(apiHostedZoneId && { hostedZoneId: apiHostedZoneId }) }],
    });
  }
}
