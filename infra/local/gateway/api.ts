import { createHash } from 'node:crypto';
import type { OpenApiDocument, OpenApiMethod } from '../../api/open-api.ts';
import type { Assembly, Resource } from '../assembly/assembly.ts';
import type { Place } from '../aws/names.ts';
import { type AuthorizerSettings, type Integration, readAuthorizers, readIntegration } from './integration.ts';

interface Throttle {
  readonly ratePerSecond: number;
  readonly burst: number;
}

export interface Method {
  /** `GET` …, or `ANY`. */
  readonly httpMethod: string;
  readonly resourceId: string;
  readonly resourcePath: string;
  readonly authorizer: AuthorizerSettings | undefined;
  readonly integration: Integration;
  /** ARN of the role with which the API invokes the function; undefined when API Gateway responds itself. */
  readonly credentials: string | undefined;
  readonly throttle: Throttle | undefined;
}

export interface GatewayResponseSettings {
  readonly status: number | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly templates: Readonly<Record<string, string>>;
}

/** The REST API of the template, as its stage serves it. */
export interface Api {
  readonly id: string;
  readonly region: string;
  readonly accountId: string;
  readonly deploymentId: string;
  readonly stage: string;
  readonly stageVariables: Readonly<Record<string, string>> | null;
  readonly binaryMediaTypes: readonly string[];
  /** Responses of at least this size are compressed; undefined for none. */
  readonly minimumCompressionBytes: number | undefined;
  readonly methods: readonly Method[];
  readonly gatewayResponses: ReadonlyMap<string, GatewayResponseSettings>;
}

/** @throws when the template has not exactly one REST API with one stage of clients, or what is not supported here */
export function readApi(assembly: Assembly): Api {
  const restApi = single(assembly.ofType('AWS::ApiGateway::RestApi'), 'AWS::ApiGateway::RestApi');
  const stages = assembly.ofType('AWS::ApiGateway::Stage').filter(({ properties }) => !isForEdge(properties));
  const stage = single(stages, 'AWS::ApiGateway::Stage');
  const document = documentOf(restApi);
  return {
    id: String(stage.properties.RestApiId),
    ...placeOf(document),
    deploymentId: String(stage.properties.DeploymentId),
    stage: String(stage.properties.StageName),
    stageVariables: (stage.properties.Variables as Record<string, string> | undefined) ?? null,
    binaryMediaTypes: document['x-amazon-apigateway-binary-media-types'] ?? [],
    minimumCompressionBytes: document['x-amazon-apigateway-minimum-compression-size'],
    methods: readMethods(document, throttleReader(stage)),
    gatewayResponses: new Map(
      Object.entries(document['x-amazon-apigateway-gateway-responses'] ?? {}).map(([kind, response]) => [
        kind,
        {
          status: response.statusCode === undefined ? undefined : Number(response.statusCode),
          parameters: response.responseParameters ?? {},
          templates: response.responseTemplates ?? {},
        },
      ]),
    ),
  };
}

/** The edge of this machine asks the stage of clients, which has the same methods. */
function isForEdge({ StageName }: Resource['properties']): boolean {
  return String(StageName).startsWith('edge-');
}

function single(resources: readonly Resource[], type: string): Resource {
  const [first, ...others] = resources;
  if (!first || others.length > 0) throw new Error(`the template has ${resources.length} resources ${type}, not one`);
  return first;
}

/** A document as API Gateway accepts it, in which members that our documents always have can be missing. */
export type ReadDocument = Pick<OpenApiDocument, 'paths'> & Partial<Omit<OpenApiDocument, 'paths'>>;

function documentOf({ stack, logicalId, properties }: Resource): ReadDocument {
  const { Body } = properties;
  if (typeof Body !== 'object' || Body === null) {
    throw new Error(`${stack}/${logicalId}: only an API that one document in 'Body' describes is supported locally`);
  }
  return Body as ReadDocument;
}

/** The API has the account and Region of its functions. */
function placeOf({ paths }: ReadDocument): Place {
  const found = /arn:aws:lambda:([^:]+):(\d+):function:/.exec(JSON.stringify(paths));
  const [, region = 'us-east-1', accountId = '000000000000'] = found ?? [];
  return { region, accountId };
}

const ANY = 'x-amazon-apigateway-any-method';

function readMethods(document: ReadDocument, throttleOf: (path: string, method: string) => Throttle | undefined) {
  const authorizers = readAuthorizers(document);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, method]): Method => {
      const httpMethod = name === ANY ? 'ANY' : name.toUpperCase();
      const where = `${httpMethod} ${path}`;
      return {
        httpMethod,
        resourceId: createHash('sha256').update(path).digest('hex').slice(0, 6),
        resourcePath: path,
        authorizer: authorizerOf(method, authorizers, where),
        integration: readIntegration(method, where),
        credentials: credentialsOf(method),
        throttle: throttleOf(path, httpMethod),
      };
    }),
  );
}

function authorizerOf(
  { security = [] }: OpenApiMethod,
  authorizers: ReadonlyMap<string, AuthorizerSettings>,
  where: string,
): AuthorizerSettings | undefined {
  const [name, ...others] = security.flatMap((scheme) => Object.keys(scheme));
  if (name === undefined) return undefined;
  const authorizer = authorizers.get(name);
  if (!authorizer || others.length > 0) throw new Error(`${where}: its security is not that of one known scheme`);
  return authorizer;
}

function credentialsOf(method: OpenApiMethod): string | undefined {
  const integration = method['x-amazon-apigateway-integration'];
  return integration.type === 'aws_proxy' ? integration.credentials : undefined;
}

/** The settings of one method override those of all methods. A rate of -1 means no limit. */
function throttleReader(stage: Resource): (path: string, method: string) => Throttle | undefined {
  const settings = (stage.properties.MethodSettings as Record<string, unknown>[] | undefined) ?? [];
  return (path, method) => {
    const own = settings.find(
      ({ ResourcePath, HttpMethod }) => settingPath(ResourcePath) === path && HttpMethod === method,
    );
    const all = settings.find((setting) => setting.ResourcePath === '/*' && setting.HttpMethod === '*');
    const rate = own?.ThrottlingRateLimit ?? all?.ThrottlingRateLimit;
    const burst = own?.ThrottlingBurstLimit ?? all?.ThrottlingBurstLimit;
    if (typeof rate !== 'number' || typeof burst !== 'number' || rate < 0 || burst < 0) return undefined;
    return { ratePerSecond: rate, burst };
  };
}

/** Settings write the slashes of a path, except the first, as `~1`. */
function settingPath(path: unknown): string {
  return String(path).slice(1).replaceAll('~1', '/') || '/';
}
