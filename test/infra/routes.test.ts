import { describe, expect, it } from 'vitest';
import { type Endpoint, isStreamed } from '../../shared/contract/endpoint.ts';
import { codedEndpoints, endpoints } from '../../shared/contract/index.ts';
import { allowedHeaders } from '../../shared/http/answers/cors.ts';
import { changedProduction, production, type Resource, type Synthesis } from './synthesis.ts';

describe('routes', () => {
  const synthesis = production();
  const methods = synthesis.resources('api', 'AWS::ApiGateway::Method');
  const several = changedProduction();

  const pathOf = (resourceId: { Ref?: string }): string => {
    const resource = synthesis
      .resources('api', 'AWS::ApiGateway::Resource')
      .find((each) => each.logicalId === resourceId.Ref);
    return resource ? `${pathOf(resource.properties.ParentId)}/${resource.properties.PathPart}` : '';
  };
  const routeOf = ({ properties }: Resource): string => `${properties.HttpMethod} ${pathOf(properties.ResourceId)}`;
  const ofMethod = (method: string) => methods.filter(({ properties }) => properties.HttpMethod === method);

  const routesOf = (some: readonly Endpoint[]) => some.map(({ method, path }) => `${method} ${path}`).sort();
  const ofEndpoints = () => methods.filter(({ properties }) => properties.HttpMethod !== 'ANY');

  it('are exactly those of the route table, each with its own function unless its answer is constant', () => {
    const proxied = methods.filter(({ properties }) => properties.Integration.Type === 'AWS_PROXY');
    const targets = proxied.map(({ properties }) => JSON.stringify(properties.Integration.Uri));

    expect(ofEndpoints().map(routeOf).sort()).toEqual(routesOf(endpoints));
    expect(proxied.map(routeOf).sort()).toEqual(routesOf(codedEndpoints));
    expect(new Set(targets).size).toBe(codedEndpoints.length);
  });

  it('stream the answers that come in pieces or in bytes', () => {
    const streamed = methods.filter(({ properties }) => properties.Integration.ResponseTransferMode === 'STREAM');

    expect(streamed.map(routeOf).sort()).toEqual(routesOf(endpoints.filter(isStreamed)));
    for (const { properties } of streamed) {
      expect(JSON.stringify(properties.Integration.Uri)).toContain('/response-streaming-invocations');
    }
  });

  it('require an API key wherever the contract does', () => {
    const open = ofEndpoints().filter(({ properties }) => properties.AuthorizationType === 'NONE');

    expect(open.map(routeOf).sort()).toEqual(routesOf(endpoints.filter(({ access }) => access !== 'key')));
  });

  it('cache no result of the authorizer', () => {
    const [authorizer, ...others] = synthesis.resources('api', 'AWS::ApiGateway::Authorizer');

    expect(others).toEqual([]);
    expect(authorizer?.properties).toMatchObject({ Type: 'REQUEST', AuthorizerResultTtlInSeconds: 0 });
  });

  const fallbacksOf = (of: Synthesis) =>
    of
      .resources('api', 'AWS::ApiGateway::Method')
      .filter(({ properties }) => properties.HttpMethod === 'ANY')
      .map(({ properties }) => {
        const [refusal, preflight] = properties.Integration.IntegrationResponses;
        return { properties, refusal, preflight };
      });

  it('answer a wrong method on every known path with 405 and an Allow header', () => {
    const paths = new Set(endpoints.map(({ path }) => path));
    const fallbacks = fallbacksOf(synthesis);

    expect(fallbacks.map(({ properties }) => pathOf(properties.ResourceId)).sort()).toEqual([...paths].sort());
    for (const { properties, refusal } of fallbacks) {
      const path = pathOf(properties.ResourceId);
      const allowed = endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method);

      expect(refusal.StatusCode).toBe('405');
      expect(refusal.ResponseParameters).toMatchObject({
        'method.response.header.Allow': `'${[...allowed, 'OPTIONS'].join(', ')}'`,
        'method.response.header.Content-Type': "'application/problem+json'",
        'method.response.header.X-Request-Id': 'context.requestId',
      });
      expect(JSON.parse(refusal.ResponseTemplates['application/json'])).toMatchObject({
        status: 405,
        code: 'method_not_allowed',
        request_id: '$context.requestId',
      });
    }
  });

  it('answer preflights on every known path for the origins of the settings', () => {
    expect(ofMethod('OPTIONS')).toEqual([]);
    for (const { properties, preflight } of fallbacksOf(synthesis)) {
      expect(preflight).toMatchObject({ StatusCode: '204', SelectionPattern: '204' });
      expect(preflight.ResponseParameters).toMatchObject({
        'method.response.header.Access-Control-Allow-Origin': "'https://app.example.com'",
        'method.response.header.Access-Control-Allow-Headers': `'${allowedHeaders.join(',')}'`,
        'method.response.header.Vary': "'Origin'",
      });
      for (const template of Object.values(properties.Integration.RequestTemplates)) {
        expect(template).toContain('#if($context.httpMethod == "OPTIONS")\n{"statusCode":204}');
      }
    }
  });

  it('return the matching one of several origins in a preflight', () => {
    const [fallback] = fallbacksOf(several);
    const template = fallback?.preflight.ResponseTemplates['application/json'];

    expect(template).toContain('$origin == "https://a.example" || $origin == "https://b.example"');
    expect(template).toContain('$context.responseOverride.header.Access-Control-Allow-Origin');
  });

  it('let API Gateway call each function for its own route only', () => {
    const permissions = synthesis
      .resources('api', 'AWS::Lambda::Permission')
      .filter(({ properties }) => properties.Principal === 'apigateway.amazonaws.com');

    expect(permissions).toHaveLength(codedEndpoints.length + 1);
    const routes = permissions.flatMap(
      ({ properties }) => /\/prod\/(.+?)"/.exec(JSON.stringify(properties.SourceArn))?.[1] ?? [],
    );
    expect(routes.sort()).toEqual(
      codedEndpoints.map(({ method, path }) => `${method}${path.replace(/\{\w+\}/g, '*')}`).sort(),
    );
  });

  it('deploy again when they change, after the stacks of all areas', () => {
    const deploymentOf = (of: Synthesis) => of.resources('api', 'AWS::ApiGateway::Deployment')[0];
    const [before, changed] = [synthesis, several].map(deploymentOf);
    const areas = new Set(endpoints.map(({ area }) => `Functions${area.replaceAll('-', '')}`));
    const awaited = before?.raw.DependsOn.map((id: string) => id.replace(/NestedStack.*$/, ''));

    expect(awaited).toEqual(expect.arrayContaining([...areas]));
    // A deployment is a snapshot of the routes: only a new one, by another id, publishes what they are now.
    expect(changed?.logicalId).not.toBe(before?.logicalId);
  });

  it('log every request as JSON without headers, and are traced and throttled', () => {
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
