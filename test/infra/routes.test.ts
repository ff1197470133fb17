import { describe, expect, it } from 'vitest';
import type { MockIntegration } from '../../infra/api/open-api.ts';
import { codedEndpoints } from '../../shared/contract/coded-endpoints.ts';
import { type Endpoint, isAuthorized, isStreamed } from '../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../shared/contract/index.ts';
import { allowedHeaders } from '../../shared/http/answers/browser-headers.ts';
import { documentOf, everyMethodOf, fixedBody, fixedHeaders, methodsOf } from './api-document.ts';
import { changedProduction, production, type Synthesis } from './synthesis.ts';

describe('routes', () => {
  const synthesis = production();
  const methods = methodsOf(documentOf(synthesis));
  const several = changedProduction();
  const ofEndpoints = methods.filter(({ isFallback }) => !isFallback);

  const parentsOf = (path: string) => [...path.slice(1).matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
  const routesOf = (some: readonly Endpoint[]) => some.map(({ method, path }) => `${method} ${path}`).sort();
  const isHead = (route: string) => route.startsWith('HEAD ');
  const withoutHead = (some: readonly { readonly route: string }[]) =>
    some
      .map(({ route }) => route)
      .filter((route) => !isHead(route))
      .sort();
  const proxied = ofEndpoints.flatMap(({ route, method }) => {
    const integration = method['x-amazon-apigateway-integration'];
    return integration.type === 'aws_proxy' ? [{ route, operationId: method.operationId, integration }] : [];
  });

  it('are exactly those of the route table, each with a separate function unless its response is constant', () => {
    expect(withoutHead(ofEndpoints)).toEqual(routesOf(endpoints));
    expect(withoutHead(proxied)).toEqual(routesOf(codedEndpoints));
    for (const { operationId, integration } of proxied) {
      if (operationId === undefined) continue;
      expect(JSON.stringify(integration.uri)).toContain(`:function:agent-conversations-prod-${operationId}/`);
    }
  });

  it('answer HEAD like GET, with the same function and authorizer', () => {
    const heads = ofEndpoints.filter(({ route }) => isHead(route));
    const whole = endpoints.filter((endpoint: Endpoint) => endpoint.method === 'GET' && !isStreamed(endpoint));

    expect(heads.map(({ path }) => path).sort()).toEqual(whole.map(({ path }) => path).sort());
    for (const { path, method } of heads) {
      const get = ofEndpoints.find(({ route }) => route === `GET ${path}`)?.method;
      const mock = method['x-amazon-apigateway-integration'].type === 'mock';
      if (get === undefined) throw new Error(`${path} answers HEAD and not GET.`);
      const { operationId: _, ...same } = get;
      const said = Object.fromEntries(
        Object.entries(same.responses).map(([status, response]) => [status, { ...response, description: '' }]),
      );
      const expected = { ...same, responses: said };

      expect(mock ? { ...method, 'x-amazon-apigateway-integration': 'mock' } : method).toEqual(
        mock ? { ...expected, 'x-amazon-apigateway-integration': 'mock' } : expected,
      );
    }
  });

  it('have no name of a sandbox in the path by which the edge asks for it, as access logs have the path', () => {
    const { paths } = documentOf(synthesis);

    expect(Object.keys(paths).filter((path) => path.startsWith('/edge'))).toEqual(['/edge']);
  });

  it('have unique operation ids, which OpenAPI requires', () => {
    const ids = methods.flatMap(({ method }) => method.operationId ?? []);

    expect(ids).toHaveLength(new Set(ids).size);
    expect(ids.sort()).toEqual(endpoints.map(({ id }) => id).sort());
  });

  it('stream chunked and binary responses', () => {
    const streamed = proxied.filter(({ integration }) => integration.responseTransferMode === 'STREAM');

    expect(streamed.map(({ route }) => route).sort()).toEqual(routesOf(endpoints.filter(isStreamed)));
    for (const { integration } of proxied) {
      const action = streamed.some((other) => other.integration === integration) ? 'response-streaming-' : '';
      expect(JSON.stringify(integration.uri)).toMatch(new RegExp(`/${action}invocations"`));
    }
  });

  it('require an API key wherever the contract does', () => {
    const open = ofEndpoints.filter(({ method }) => method.security?.length === 0);

    expect(withoutHead(open)).toEqual(routesOf(endpoints.filter((endpoint) => !isAuthorized(endpoint))));
  });

  it('cache no result of the authorizer', () => {
    const schemes = Object.values(documentOf(synthesis).components.securitySchemes);

    expect(schemes.map((scheme) => scheme['x-amazon-apigateway-authorizer'])).toEqual([
      expect.objectContaining({ type: 'request', authorizerResultTtlInSeconds: 0 }),
    ]);
  });

  const fallbacksOf = (of: Synthesis) =>
    methodsOf(documentOf(of)).flatMap(({ path, isFallback, method }) => {
      if (!isFallback) return [];
      const integration = method['x-amazon-apigateway-integration'] as MockIntegration;
      const { default: refusal, 204: preflight } = integration.responses;
      if (!refusal || !preflight) throw new Error(`${path} has no fallback.`);
      return [{ path, integration, refusal, preflight, declared: method.responses }];
    });

  it('answer a wrong method on every known path with 405 and an Allow header', () => {
    const paths = new Set(endpoints.map(({ path }) => path));
    const fallbacks = fallbacksOf(synthesis);

    expect(fallbacks.map(({ path }) => path).sort()).toEqual([...paths].sort());
    for (const { path, refusal } of fallbacks) {
      const allowed = ofEndpoints.filter((other) => other.path === path).map(({ route }) => route.split(' ')[0]);

      expect(refusal.statusCode).toBe('405');
      const headers = fixedHeaders(refusal);
      expect(headers.Allow?.slice(1, -1).split(', ').toSorted()).toEqual([...allowed, 'OPTIONS'].toSorted());
      expect(headers).toMatchObject({
        'Content-Type': "'application/problem+json'",
        'X-Request-Id': 'context.requestId',
        'X-Content-Type-Options': "'nosniff'",
      });
      expect(JSON.parse(fixedBody(refusal))).toMatchObject({
        status: 405,
        code: 'method_not_allowed',
        request_id: '$context.requestId',
      });
    }
  });

  it.each([
    ['production', synthesis],
    ['changed production', several],
  ])('answer all methods of every resource of %s, because an Authorization header is a 403 elsewhere', (_, of) => {
    const all = everyMethodOf(documentOf(of));
    const resources = new Set(['/', ...all.flatMap(({ path }) => [path, ...parentsOf(path)])]);
    const open = all.filter(({ isFallback }) => isFallback).map(({ path }) => path);

    expect([...resources].sort()).toEqual(open.sort());
    expect(open).toContain('/{proxy+}');
    // The quota of an API is 300. AWS can raise it.
    expect(resources.size).toBeLessThan(298);
    for (const { path, isFallback, method } of all) if (isFallback) expect([path, method.security]).toEqual([path, []]);
  });

  it('answer without a function whether or not the media type of a body names its charset', () => {
    for (const { route, method } of everyMethodOf(documentOf(synthesis))) {
      const integration = method['x-amazon-apigateway-integration'];
      if (integration.type !== 'mock') continue;
      const { 'application/json': template, 'application/json; charset=utf-8': same } = integration.requestTemplates;
      expect([route, same]).toEqual([route, template ?? 'none']);
    }
  });

  it('answer preflights on every known path for the origins of the settings', () => {
    for (const { integration, preflight } of fallbacksOf(synthesis)) {
      expect(preflight.statusCode).toBe('204');
      expect(fixedHeaders(preflight)).toMatchObject({
        'Access-Control-Allow-Origin': "'https://app.example.com'",
        'Access-Control-Allow-Headers': `'${allowedHeaders.join(',')}'`,
        Vary: "'Origin'",
      });
      for (const template of Object.values(integration.requestTemplates)) {
        expect(template).toContain('#if($context.httpMethod == "OPTIONS")\n{"statusCode":204}');
      }
    }
  });

  it('return the matching one of several origins in a preflight', () => {
    const [fallback] = fallbacksOf(several);
    const template = fallback?.preflight.responseTemplates['application/json'];

    expect(template).toContain('$origin == "https://a.example" || $origin == "https://b.example"');
    expect(template).toContain('$context.responseOverride.header.Access-Control-Allow-Origin');
  });

  it('declare each header that a fixed response maps', () => {
    for (const { declared, refusal, preflight } of fallbacksOf(synthesis)) {
      for (const { statusCode, responseParameters } of [refusal, preflight]) {
        const names = Object.keys(declared[statusCode]?.headers ?? {});
        expect(names.map((name) => `method.response.header.${name}`)).toEqual(Object.keys(responseParameters ?? {}));
      }
    }
  });

  it("call functions with the API's role, which can invoke only those of this deployment", () => {
    const [invoker, ...others] = synthesis
      .resources('api', 'AWS::IAM::Role')
      .filter(({ properties }) => JSON.stringify(properties.Policies ?? []).includes('"invoke"'));
    const arn = { 'Fn::GetAtt': [invoker?.logicalId, 'Arn'] };

    expect(others).toEqual([]);
    expect(invoker?.properties.Policies[0].PolicyDocument.Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'lambda:InvokeFunction',
        Resource: {
          'Fn::Sub':
            // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation replaces these.
            'arn:${AWS::Partition}:lambda:${AWS::Region}:${AWS::AccountId}:function:agent-conversations-prod-*',
        },
      },
    ]);
    for (const { integration } of proxied) expect(integration.credentials).toEqual(arn);
    const callers = synthesis.resources('api', 'AWS::Lambda::Permission').map(({ properties }) => properties.Principal);
    expect(callers).not.toContain('apigateway.amazonaws.com');
  });

  it('deploy again when they change, and only when all functions are there', () => {
    const deploymentOf = (of: Synthesis) => of.resources('api', 'AWS::ApiGateway::Deployment')[0];
    const [before, changed] = [synthesis, several].map(deploymentOf);
    const awaited = before?.raw.DependsOn.map((id: string) => id.replace(/NestedStack.*$/, ''));

    expect(awaited).toEqual(expect.arrayContaining(['Conversations', 'Owners', 'Workers']));
    // A deployment is a snapshot of the routes. Changes need a deployment with another id.
    expect(changed?.logicalId).not.toBe(before?.logicalId);
  });

  it('need few calls of API Gateway, which allows ten a second for the whole account', () => {
    const made = synthesis.everyResource().filter(({ type }) => type.startsWith('AWS::ApiGateway::'));

    expect(made.map(({ type }) => type).sort()).toEqual([
      'AWS::ApiGateway::Account',
      'AWS::ApiGateway::Deployment',
      'AWS::ApiGateway::RestApi',
      'AWS::ApiGateway::Stage',
      'AWS::ApiGateway::Stage',
    ]);
    // CloudFormation creates, reads and tags a resource: four calls each is a high estimate.
    expect(4 * made.length).toBeLessThanOrEqual(40);
    const withDomain = several.everyResource().filter(({ type }) => type.startsWith('AWS::ApiGateway::'));
    expect(withDomain).toHaveLength(made.length + 2);
    expect(4 * withDomain.length).toBeLessThanOrEqual(40);
  });

  it('have one name for each parameter, because API Gateway allows only one per position', () => {
    const names = new Map<string, Set<string>>();
    for (const { path } of endpoints) {
      for (const [parameter, name = ''] of path.matchAll(/\{(\w+)\+?\}/g)) {
        const before = path.slice(0, path.indexOf(parameter));
        names.set(before, (names.get(before) ?? new Set()).add(name));
      }
    }

    expect([...names].filter(([, others]) => others.size > 1)).toEqual([]);
  });

  it('are a document that API Gateway imports, with room to grow', () => {
    const document = documentOf(synthesis);

    expect(JSON.stringify(document).length).toBeLessThan(6_000_000 / 2);
    expect(document['x-amazon-apigateway-minimum-compression-size']).toBe(65_536);
  });

  it("keep the template far below CloudFormation's 1,000,000 bytes", () => {
    const { Mappings: texts, ...template } = synthesis.template('api').toJSON();
    const bodies = methodsOf(synthesis.resources('api', 'AWS::ApiGateway::RestApi')[0]?.properties.Body);
    const bytesOf = (value: unknown): number => JSON.stringify(value).length;

    // A path with GET, HEAD and the response to other methods takes 2.1 KB, because paths share texts.
    const large = bodies.filter(({ isFallback, method }) => bytesOf(method) > (isFallback ? 1_200 : 900));
    expect(bodies.length).toBeGreaterThan(300);
    expect(large.map(({ route, method }) => `${route}: ${bytesOf(method)}`)).toEqual([]);
    expect(bytesOf(texts)).toBeLessThan(150_000);
    expect(bytesOf(template)).toBeLessThan(760_000);
    // A CloudFormation mapping can have 200 attributes.
    expect(Object.keys(texts.Texts).length).toBeLessThan(150);
  });

  it('log every request as JSON without headers, and are traced and throttled', () => {
    const [stage] = synthesis.resources('api', 'AWS::ApiGateway::Stage');
    const line: Record<string, string> = JSON.parse(stage?.properties.AccessLogSetting.Format);

    expect(line).toMatchObject({ request_id: '$context.requestId', owner_id: '$context.authorizer.owner_id' });
    expect(Object.values(line).filter((value) => /header|input/i.test(value))).toEqual([]);
    expect(stage?.properties).toMatchObject({
      TracingEnabled: true,
      MethodSettings: expect.arrayContaining([
        expect.objectContaining({ ResourcePath: '/*', ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 }),
      ]),
    });
  });
});
