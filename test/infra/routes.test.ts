import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../shared/contract/index.ts';
import { allowedHeaders } from '../../shared/http/cors.ts';
import { type Resource, Synthesis } from './synthesis.ts';

describe('routes', () => {
  let synthesis: Synthesis;
  let methods: readonly Resource[];

  beforeAll(() => {
    synthesis = new Synthesis({ stage: 'prod', context: { allowedOrigins: 'https://app.example.com' } });
    methods = synthesis.resources('api', 'AWS::ApiGateway::Method');
  });

  afterAll(() => synthesis.remove());

  const pathOf = (resourceId: { Ref?: string }): string => {
    const resource = synthesis
      .resources('api', 'AWS::ApiGateway::Resource')
      .find((each) => each.logicalId === resourceId.Ref);
    return resource ? `${pathOf(resource.properties.ParentId)}/${resource.properties.PathPart}` : '';
  };
  const routeOf = ({ properties }: Resource): string => `${properties.HttpMethod} ${pathOf(properties.ResourceId)}`;
  const ofMethod = (method: string) => methods.filter(({ properties }) => properties.HttpMethod === method);

  it('has exactly the routes of the route table, each to a function of its own', () => {
    const proxied = methods.filter(({ properties }) => properties.Integration.Type === 'AWS_PROXY');
    const targets = proxied.map(({ properties }) => JSON.stringify(properties.Integration.Uri));

    expect(proxied.map(routeOf).sort()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).sort());
    expect(new Set(targets).size).toBe(endpoints.length);
  });

  it('asks for a key wherever the contract does', () => {
    const open = methods
      .filter(
        ({ properties }) => properties.Integration.Type === 'AWS_PROXY' && properties.AuthorizationType === 'NONE',
      )
      .map(routeOf);

    expect(open.sort()).toEqual(
      endpoints
        .filter(({ access }) => access === 'open')
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    );
  });

  it('looks the key up at every call', () => {
    const [authorizer, ...others] = synthesis.resources('api', 'AWS::ApiGateway::Authorizer');

    expect(others).toEqual([]);
    expect(authorizer?.properties).toMatchObject({ Type: 'REQUEST', AuthorizerResultTtlInSeconds: 0 });
  });

  it('answers a wrong method on every known path with 405 and what is allowed', () => {
    const paths = new Set(endpoints.map(({ path }) => path));
    const refusals = ofMethod('ANY');

    expect(refusals.map(({ properties }) => pathOf(properties.ResourceId)).sort()).toEqual([...paths].sort());
    for (const { properties } of refusals) {
      const [response] = properties.Integration.IntegrationResponses;
      const path = pathOf(properties.ResourceId);
      const allowed = endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method);

      expect(response.StatusCode).toBe('405');
      expect(response.ResponseParameters).toMatchObject({
        'method.response.header.Allow': `'${[...allowed, 'OPTIONS'].join(', ')}'`,
        'method.response.header.Content-Type': "'application/problem+json'",
        'method.response.header.X-Request-Id': 'context.requestId',
      });
      expect(JSON.parse(response.ResponseTemplates['application/json'])).toMatchObject({
        status: 405,
        code: 'method_not_allowed',
        request_id: '$context.requestId',
      });
    }
  });

  it('answers preflights on every known path for the origins of the settings', () => {
    const preflights = ofMethod('OPTIONS');

    expect(preflights).toHaveLength(new Set(endpoints.map(({ path }) => path)).size);
    for (const { properties } of preflights) {
      const [response] = properties.Integration.IntegrationResponses;
      expect(response.StatusCode).toBe('204');
      expect(response.ResponseParameters).toMatchObject({
        'method.response.header.Access-Control-Allow-Origin': "'https://app.example.com'",
        'method.response.header.Access-Control-Allow-Headers': `'${allowedHeaders.join(',')}'`,
        'method.response.header.Vary': "'Origin'",
      });
    }
  });

  it('chooses among several origins in a preflight', () => {
    const several = new Synthesis({
      stage: 'prod',
      context: { allowedOrigins: 'https://a.example,https://b.example' },
    });
    const [preflight] = several
      .resources('api', 'AWS::ApiGateway::Method')
      .filter(({ properties }) => properties.HttpMethod === 'OPTIONS');
    const template = preflight?.properties.Integration.IntegrationResponses[0].ResponseTemplates['application/json'];
    several.remove();

    expect(template).toContain('$origin == "https://a.example" || $origin == "https://b.example"');
    expect(template).toContain('$context.responseOverride.header.Access-Control-Allow-Origin');
  });

  it('lets API Gateway call each function for its own route alone', () => {
    const permissions = synthesis
      .resources('api', 'AWS::Lambda::Permission')
      .filter(({ properties }) => properties.Principal === 'apigateway.amazonaws.com');

    expect(permissions).toHaveLength(endpoints.length + 1);
    expect(permissions.map(({ properties }) => JSON.stringify(properties.SourceArn))).not.toContainEqual(
      expect.stringContaining('test-invoke-stage'),
    );
  });

  it('logs every request as JSON without any header, traces and limits it', () => {
    const [stage] = synthesis.resources('api', 'AWS::ApiGateway::Stage');
    const line: Record<string, string> = JSON.parse(stage?.properties.AccessLogSetting.Format);

    expect(line).toMatchObject({ request_id: '$context.requestId', owner_id: '$context.authorizer.owner_id' });
    expect(Object.values(line).filter((value) => /header|input/i.test(value))).toEqual([]);
    expect(stage?.properties).toMatchObject({
      TracingEnabled: true,
      MethodSettings: [{ ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200, DataTraceEnabled: false }],
    });
  });
});
