import type { Assembly, Resource } from '../assembly/assembly.ts';
import { type Place, physicalRef } from '../aws/names.ts';
import { type AuthorizerSettings, readAuthorizers } from './authorizer-settings.ts';
import { type Integration, readIntegration } from './integration.ts';

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
  /** Parameters without which a request is refused, as `method.request.querystring.name`. */
  readonly requiredParameters: readonly string[];
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
  /** Answers of at least so many bytes are compressed; undefined: none is. */
  readonly minimumCompressionBytes: number | undefined;
  readonly methods: readonly Method[];
  readonly gatewayResponses: ReadonlyMap<string, GatewayResponseSettings>;
}

/** @throws when the template has not exactly one REST API and stage, or the API uses what is not supported here. */
export function readApi(assembly: Assembly): Api {
  const restApi = single(assembly.ofType('AWS::ApiGateway::RestApi'), 'AWS::ApiGateway::RestApi');
  const stage = single(assembly.ofType('AWS::ApiGateway::Stage'), 'AWS::ApiGateway::Stage');
  const id = String(stage.properties.RestApiId);
  const place = placeOf(assembly);
  const authorizers = readAuthorizers(assembly, place);
  const paths = resourcePaths(assembly, place);
  const throttles = throttleReader(stage);
  return {
    id,
    ...place,
    deploymentId: String(stage.properties.DeploymentId),
    stage: String(stage.properties.StageName),
    stageVariables: (stage.properties.Variables as Record<string, string> | undefined) ?? null,
    binaryMediaTypes: (restApi.properties.BinaryMediaTypes as string[] | undefined) ?? [],
    minimumCompressionBytes: restApi.properties.MinimumCompressionSize as number | undefined,
    methods: assembly
      .ofType('AWS::ApiGateway::Method')
      .map((resource) => readMethod(resource, paths, authorizers, throttles)),
    gatewayResponses: new Map(assembly.ofType('AWS::ApiGateway::GatewayResponse').map(readGatewayResponse)),
  };
}

function single(resources: readonly Resource[], type: string): Resource {
  const [first, ...others] = resources;
  if (!first || others.length > 0) throw new Error(`the template has ${resources.length} resources ${type}, not one`);
  return first;
}

/** The account and Region of the API are those of the functions that it calls. */
function placeOf(assembly: Assembly): Place {
  const uris = assembly
    .ofType('AWS::ApiGateway::Method')
    .map(({ properties }) => String(Object(properties.Integration).Uri));
  const [, region = 'us-east-1', accountId = '000000000000'] =
    uris.map((uri) => /arn:aws:lambda:([^:]+):(\d+):function:/.exec(uri)).find(Boolean) ?? [];
  return { region, accountId };
}

/** Resource id → path, such as `/things/{id}`; the parent that is no resource itself is the root. */
function resourcePaths(assembly: Assembly, place: Place): (resourceId: string) => string {
  const parents = new Map(
    assembly.ofType('AWS::ApiGateway::Resource').map((resource) => {
      const { ParentId, PathPart } = resource.properties;
      return [physicalRef(resource, place), { parent: String(ParentId), part: String(PathPart) }];
    }),
  );
  const segments = (id: string): readonly string[] => {
    const found = parents.get(id);
    return found ? [...segments(found.parent), found.part] : [];
  };
  return (id) => `/${segments(id).join('/')}`;
}

function readMethod(
  resource: Resource,
  pathOf: (resourceId: string) => string,
  authorizers: ReadonlyMap<string, AuthorizerSettings>,
  throttleOf: (path: string, method: string) => Throttle | undefined,
): Method {
  const where = `${resource.stack}/${resource.logicalId}`;
  const { HttpMethod, ResourceId, AuthorizationType, AuthorizerId, ApiKeyRequired, RequestParameters } =
    resource.properties;
  if (ApiKeyRequired === true) throw new Error(`${where}: API keys of usage plans are not supported locally`);
  const needsAuthorizer = AuthorizationType !== undefined && AuthorizationType !== 'NONE';
  const authorizer = needsAuthorizer ? authorizers.get(String(AuthorizerId)) : undefined;
  if (needsAuthorizer && !authorizer) {
    throw new Error(`${where}: authorization ${String(AuthorizationType)} is not supported locally`);
  }
  const httpMethod = String(HttpMethod);
  const resourcePath = pathOf(String(ResourceId));
  return {
    httpMethod,
    resourceId: String(ResourceId),
    resourcePath,
    authorizer,
    integration: readIntegration(resource),
    requiredParameters: Object.entries(Object(RequestParameters)).flatMap(([name, required]) =>
      required ? [name] : [],
    ),
    throttle: throttleOf(resourcePath, httpMethod),
  };
}

/** The settings of one method win over those of all methods. A rate of -1 means none. */
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

/** In settings, the slashes of a path after the first are written `~1`. */
function settingPath(path: unknown): string {
  return String(path).slice(1).replaceAll('~1', '/') || '/';
}

function readGatewayResponse({ properties }: Resource): [string, GatewayResponseSettings] {
  const { ResponseType, StatusCode, ResponseParameters = {}, ResponseTemplates = {} } = properties;
  const settings = {
    status: StatusCode === undefined ? undefined : Number(StatusCode),
    parameters: ResponseParameters as Record<string, string>,
    templates: ResponseTemplates as Record<string, string>,
  };
  return [String(ResponseType), settings];
}
