import { LambdaIntegration, MockIntegration, ResponseType, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleCloud, startCloud } from './sample-cloud.ts';

const problem = (status: number | string): Record<string, string> => ({
  'application/problem+json': JSON.stringify({
    status,
    detail: 'DETAIL',
    type: '$context.error.responseType',
    request_id: '$context.requestId',
    invalid: '$context.error.validationErrorString',
  }).replace('"DETAIL"', '$context.error.messageString'),
});
const headers = {
  'X-Request-Id': 'context.requestId',
  'Access-Control-Allow-Origin': 'method.request.header.Origin',
  Vary: "'Origin'",
};

let cloud: SampleCloud;
beforeAll(async () => {
  cloud = await startCloud((stack, addFunction) => {
    const api = new RestApi(stack, 'Api');
    const failing = new LambdaIntegration(addFunction('Failing', { source: 'export const handler = async () => 1;' }));
    api.root.addMethod('GET', failing);
    api.root
      .addResource('needs')
      .addMethod('GET', failing, { requestParameters: { 'method.request.querystring.q': true } });
    api.root.addResource('any').addMethod('POST', failing);
    addMocks(api);
    const respond = (type: ResponseType, status: number | string, statusCode?: string): void => {
      api.addGatewayResponse(type.responseType, {
        type,
        statusCode,
        responseHeaders: headers,
        templates: problem(status),
      });
    };
    respond(ResponseType.DEFAULT_4XX, 400);
    respond(ResponseType.DEFAULT_5XX, 500);
    respond(ResponseType.MISSING_AUTHENTICATION_TOKEN, 404, '404');
    api.addGatewayResponse('large', { type: ResponseType.REQUEST_TOO_LARGE, statusCode: '418' });
  });
});
afterAll(() => cloud?.stop());

function addMocks(api: RestApi): void {
  const mock = api.root.addResource('mock').addResource('{id}');
  const as = '$input.params().header.get("as")';
  const request = `#if(${as} == "")\n{"statusCode": 200}\n#else\n{"statusCode": ${as}}\n#end`;
  const response = '{"path":"$context.path","stage":"$context.stage"}';
  const integrationResponses = [
    {
      statusCode: '200',
      responseTemplates: { 'application/json': response },
      responseParameters: { 'method.response.header.X-Id': 'context.requestId' },
    },
    { statusCode: '404', selectionPattern: '4\\d\\d', responseParameters: { 'method.response.header.X-Id': "'none'" } },
  ];
  const parameters = { 'method.response.header.X-Id': true };
  mock.addMethod(
    'GET',
    new MockIntegration({ requestTemplates: { 'application/json': request }, integrationResponses }),
    {
      methodResponses: [
        { statusCode: '200', responseParameters: parameters },
        { statusCode: '404', responseParameters: parameters },
      ],
    },
  );
  mock.addMethod(
    'POST',
    new MockIntegration({ requestTemplates: { 'application/json': '#foreach($a in $b) #end' }, integrationResponses }),
    {
      methodResponses: [
        { statusCode: '200', responseParameters: parameters },
        { statusCode: '404', responseParameters: parameters },
      ],
    },
  );
}

const call = (path: string, init?: RequestInit): Promise<Response> => fetch(cloud.baseUrl + path, init);

describe('a gateway response of the template', () => {
  it('shapes the answer for an unknown route', async () => {
    const response = await call('/nothing', { headers: { Origin: 'https://two.example' } });
    const requestId = response.headers.get('x-amzn-requestid');

    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('x-request-id')).toBe(requestId);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://two.example');
    expect(response.headers.get('vary')).toBe('Origin');
    expect(await response.json()).toEqual({
      status: 404,
      detail: 'Missing Authentication Token',
      type: 'MISSING_AUTHENTICATION_TOKEN',
      request_id: requestId,
      invalid: '',
    });
  });

  it('omits a header whose value the request does not contain', async () => {
    expect((await call('/nothing')).headers.has('access-control-allow-origin')).toBe(false);
  });

  it.each([
    ['/needs', 400, 'BAD_REQUEST_PARAMETERS', 'Missing required request parameters: [q]'],
    ['/%zz', 400, 'DEFAULT_4XX', 'Bad Request'],
    ['/', 502, 'DEFAULT_5XX', 'Internal server error'],
  ])('of a class applies to its types with their own status: %s', async (path, status, type, detail) => {
    const response = await call(path);

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ type, detail });
  });

  it('has the standard body when it sets only a status', async () => {
    const response = await call('/any', { method: 'POST', body: 'x'.repeat(10 * 1024 * 1024 + 1) });

    expect(response.status).toBe(418);
    expect(await response.json()).toEqual({ message: 'HTTP content length exceeded 10485760 bytes.' });
  });
});

describe('a mock integration', () => {
  it('answers from its templates', async () => {
    const response = await call('/mock/7');

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ path: '/mock/7', stage: 'prod' });
    expect(response.headers.get('x-id')).toBe(response.headers.get('x-amzn-requestid'));
  });

  it('selects the response by the status of its request template', async () => {
    const response = await call('/mock/7', { headers: { as: '410' } });

    expect([response.status, response.headers.get('x-id'), await response.text()]).toEqual([404, 'none', '']);
  });

  it('is a configuration error when its template cannot be evaluated', async () => {
    const response = await call('/mock/7', { method: 'POST', headers: { 'content-type': 'application/json' } });

    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ type: 'API_CONFIGURATION_ERROR', detail: 'Internal server error' });
    expect(cloud.accessLog.at(-1)?.failure).toMatch(/unknown directive at '#foreach/);
  });
});
