import { describe, expect, it } from 'vitest';
import { addApi } from './sample-api.ts';
import { useCloud } from './sample-cloud.ts';

/** An authorizer whose behaviour depends on the key of the caller. */
const authorizer = `
  let calls = 0;
  const statement = (Effect, Resource) => ({ Action: 'execute-api:Invoke', Effect, Resource });
  export const handler = async (event) => {
    calls += 1;
    const headers = Object.fromEntries(Object.entries(event.headers ?? {}).map(([n, v]) => [n.toLowerCase(), v]));
    const key = headers['x-key'] ?? 'nobody';
    const [api, stage] = event.methodArn.split('/');
    const policy = (...Statement) => ({ principalId: key, policyDocument: { Version: '2012-10-17', Statement },
      context: { calls, admin: true, name: 'n', event: JSON.stringify(event) } });
    switch (key) {
      case 'unknown': throw new Error('Unauthorized');
      case 'crash': throw new Error('database is down');
      case 'exit': return process.exit(1);
      case 'deny': return policy(statement('Deny', '*'));
      case 'silent': return policy();
      case 'other-method': return policy(statement('Allow', api + '/' + stage + '/POST/*'));
      case 'own-path': return policy(statement('Allow', [api + '/' + stage + '/GET/*/own']));
      case 'both': return policy(statement('Allow', '*'), statement('Deny', event.methodArn));
      case 'no-policy': return { principalId: key };
      case 'no-principal': return { ...policy(statement('Allow', '*')), principalId: undefined };
      case 'object-context': return { ...policy(statement('Allow', '*')), context: { a: { b: 1 } } };
      case 'nothing': return null;
      default: return policy(statement('Allow', api + '/' + stage + '/*'));
    }
  };`;
const backend = 'export const handler = async (e) => ({ body: JSON.stringify(e.requestContext.authorizer ?? null) });';

const cloud = await useCloud((stack, addFunction) => {
  const fn = addFunction('Backend', { source: backend });
  addApi(stack, {
    authorizer: addFunction('Authorizer', { source: authorizer }),
    routes: [
      { route: 'GET /always', fn, guarded: true },
      { route: 'POST /always', fn, guarded: true },
      { route: 'GET /always/{id}/own', fn, guarded: true },
      { route: 'GET /open', fn },
    ],
  });
});

const call = (path: string, key?: string, method = 'GET'): Promise<Response> =>
  fetch(cloud.baseUrl + path, { method, headers: key === undefined ? {} : { 'X-Key': key } });

const denied = 'User is not authorized to access this resource';

describe('a REQUEST authorizer', () => {
  it('passes its context to the integration as strings', async () => {
    const response = await call('/always', 'alice');

    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      principalId: 'alice',
      admin: 'true',
      name: 'n',
      calls: expect.stringMatching(/^\d+$/),
      integrationLatency: expect.any(Number),
    });
  });

  it('receives the event of REST APIs', async () => {
    const { event } = Object(await (await call('/always/7/own?q=1', 'alice')).json());

    expect(JSON.parse(event)).toMatchObject({
      type: 'REQUEST',
      methodArn: expect.stringMatching(
        /^arn:aws:execute-api:us-east-1:000000000000:[a-z0-9]{10}\/prod\/GET\/always\/7\/own$/,
      ),
      resource: '/always/{id}/own',
      path: '/always/7/own',
      httpMethod: 'GET',
      queryStringParameters: { q: '1' },
      pathParameters: { id: '7' },
      requestContext: { resourcePath: '/always/{id}/own', stage: 'prod' },
    });
    expect(JSON.parse(event)).not.toHaveProperty('body');
  });

  it.each([
    ['unknown', 401, { message: 'Unauthorized' }, 'UnauthorizedException'],
    ['deny', 403, { Message: `${denied} with an explicit deny` }, 'AccessDeniedException'],
    ['both', 403, { Message: `${denied} with an explicit deny` }, 'AccessDeniedException'],
    ['silent', 403, { Message: denied }, 'AccessDeniedException'],
    ['other-method', 403, { Message: denied }, 'AccessDeniedException'],
    ['own-path', 403, { Message: denied }, 'AccessDeniedException'],
    ['crash', 500, { message: null }, 'AuthorizerFailureException'],
    ['exit', 500, { message: null }, 'AuthorizerFailureException'],
    ['no-policy', 500, { message: null }, 'AuthorizerConfigurationException'],
    ['no-principal', 500, { message: null }, 'AuthorizerConfigurationException'],
    ['object-context', 500, { message: null }, 'AuthorizerConfigurationException'],
    ['nothing', 500, { message: null }, 'AuthorizerConfigurationException'],
  ])('refuses a caller: %s', async (key, status, body, errorType) => {
    const response = await call('/always', key);

    expect([response.status, await response.json()]).toEqual([status, body]);
    expect(response.headers.get('x-amzn-errortype')).toBe(errorType);
  });

  it('is evaluated against the called method', async () => {
    expect((await call('/always', 'other-method', 'POST')).status).toBe(200);
    expect((await call('/always/7/own', 'own-path')).status).toBe(200);
  });

  it('is called for each request, with or without an identity', async () => {
    const first = Object(await (await call('/always', 'bob')).json());
    const second = Object(await (await call('/always', 'bob')).json());

    expect(Number(second.calls)).toBe(Number(first.calls) + 1);
    expect(await (await call('/always')).json()).toMatchObject({ principalId: 'nobody' });
  });
});

it('a method without an authorizer is open', async () => {
  expect(await (await call('/open')).json()).toBeNull();
});
