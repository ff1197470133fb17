import { createHash } from 'node:crypto';
import { CfnMapping, CfnOutput, Stack } from 'aws-cdk-lib';
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
import { CfnRole, PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct, type IDependable } from 'constructs';
import type { Endpoint } from '../../shared/contract/endpoint/endpoint.ts';
import { CONSOLE_URL } from '../../shared/contract/endpoint/stage-variables.ts';
import { apiDocument } from '../api/document.ts';
import { accessLogsOf, functionNameOf } from '../api/names.ts';
import { functionArnOf } from '../api/open-api.ts';
import { methodThrottles } from '../api/open-throttles.ts';
import { prefixOf, type Settings } from '../config.ts';
import { acknowledge } from './acknowledge.ts';
import { EdgeStage } from './edge-stage.ts';
import { makeLogGroup } from './log-group.ts';
import { ownAccountIfNamed, serviceForOwnAccount } from './own-account.ts';

/** The REST API, made from one OpenAPI document, with its stage and optional domain. */
export class ServiceApi extends Construct {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** The base URL without its path. */
  readonly origin: string;
  /** The base URL by which the edge asks for sandboxes that it cannot reach; undefined without such an edge. */
  readonly edgeUrl: string | undefined;
  readonly #api: SpecRestApi;

  constructor(scope: Construct, id: string, endpoints: readonly Endpoint[], settings: Settings) {
    super(scope, id);
    this.#api = this.#restApi(endpoints, settings);
    this.#acknowledgeFindings();
    const { region, urlSuffix } = Stack.of(this);
    // Not taken from the stage: the stage depends on the functions, whose environment has this URL.
    const ownOrigin = `https://${this.#api.restApiId}.execute-api.${region}.${urlSuffix}`;
    this.origin = settings.apiDomain === undefined ? ownOrigin : `https://${settings.apiDomain}`;
    this.baseUrl = settings.apiDomain === undefined ? `${this.origin}/${settings.stage}` : this.origin;
    this.edgeUrl =
      settings.ingress === 'cloudfront'
        ? `${ownOrigin}/${new EdgeStage(this, 'EdgeStage', this.#api, settings).name}`
        : undefined;
    if (settings.apiDomain !== undefined) new ApiDomain(this, 'Domain', this.#api, settings);
    if (settings.webAclArn !== undefined) {
      new CfnWebACLAssociation(this, 'WebAcl', {
        resourceArn: this.#api.deploymentStage.stageArn,
        webAclArn: settings.webAclArn,
      });
    }
  }

  /** New routes go live after their functions exist. */
  deployAfter(...functions: IDependable[]): void {
    this.#api.latestDeployment?.node.addDependency(...functions);
  }

  /** Sets the stage variable that redirects read. The document cannot name the console, which refers to the API. */
  redirectPeopleTo(consoleUrl: string): void {
    const stage = this.#api.deploymentStage.node.defaultChild;
    if (!(stage instanceof CfnStage)) throw new Error('the API has no stage');
    stage.variables = { [CONSOLE_URL]: consoleUrl };
  }

  #restApi(endpoints: readonly Endpoint[], settings: Settings): SpecRestApi {
    const logGroup = makeLogGroup(this, 'AccessLogs', settings, accessLogsOf(settings));
    const texts = new SharedTexts(this, 'Texts');
    const document = apiDocument(endpoints, settings, this.#invoker(settings).roleArn, (text) => texts.share(text));
    const api = new SpecRestApi(this, 'RestApi', {
      apiDefinition: ApiDefinition.fromInline(document),
      restApiName: prefixOf(settings),
      description: 'Agent Conversation Service',
      endpointTypes: [EndpointType.REGIONAL],
      // Without this, the import makes an edge-optimised API, which CloudFormation then has to change.
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
    // The CDK adds this output. The stack has its own, whose name does not change.
    api.node.tryRemoveChild('Endpoint');
    const logRole = api.node.tryFindChild('CloudWatchRole')?.node.defaultChild;
    if (logRole instanceof CfnRole)
      logRole.addPropertyOverride('AssumeRolePolicyDocument.Statement.0.Condition', ownAccountIfNamed(this));
    return api;
  }

  /** The role with which the API invokes the authorizer and the functions of its routes. */
  #invoker(settings: Settings): Role {
    const functions = functionArnOf(settings, '*');
    const role = new Role(this, 'Invoker', {
      assumedBy: serviceForOwnAccount(this, 'apigateway.amazonaws.com'),
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
        'The prefix of the function names bounds this role: a list of all functions would exceed the size limit of a policy.',
    });
    return role;
  }

  #acknowledgeFindings(): void {
    acknowledge(this.#api, {
      'AwsSolutions-APIG2':
        'Each function validates its request against the contract and names every bad field. A second schema would only drift from it.',
      'AwsSolutions-APIG3': 'A firewall costs money even without requests. The setting webAclArn attaches one.',
      'AwsSolutions-APIG6':
        'The access log has status, latency and error of every request. Execution logs would contain headers, which carry keys.',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'AWS documents this policy for the role with which API Gateway writes logs.',
    });
  }
}

/** One line of the access log. It has ids of owner and key, and no headers, which carry keys. */
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
 * Texts that a template repeats. The mappings hold each once, and references replace it: CloudFormation accepts at most
 * 1 MB per template, measured with references unresolved.
 */
class SharedTexts extends Construct {
  readonly #mapping: CfnMapping;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.#mapping = new CfnMapping(this, 'Resource');
    // Every reference contains this id: keep it short.
    this.#mapping.overrideLogicalId('Texts');
  }

  /**
   * A reference to the text. The key is a hash of the text: the CDK decides by a hash of the references whether to
   * deploy the API again.
   */
  share(text: string): string {
    const key = `t${createHash('sha256').update(text).digest('hex').slice(0, 10)}`;
    this.#mapping.setValue(key, 't', text);
    return this.#mapping.findInMap(key, 't');
  }
}

type DomainSettings = Pick<Settings, 'apiDomain' | 'apiCertificateArn' | 'apiHostedZoneId'>;

/**
 * The API at the operator's domain, without the stage in its paths. A hosted zone gets the record of the domain and, if
 * needed, of a certificate. Without a zone, an output names the target of the record.
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
      new CfnOutput(this, 'Target', {
        value: target,
        description: `Point ${apiDomain} to this name with a CNAME record.`,
      });
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
