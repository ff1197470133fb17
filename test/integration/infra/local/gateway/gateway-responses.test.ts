import { describe, expect, it } from 'vitest';
import { addApi, type SampleApi } from './sample-api.ts';
import { useCloud } from './sample-cloud.ts';

const problem = (status: number | string): Record<string, string> => ({
  'application/problem+json': JSON.stringify({
    status,
    detail: 'DETAIL',
    type: '$context.error.responseType',
    request_id: '$context.requestId',
  }).replace('"DETAIL"', '$context.error.messageString'),
});
const headers = {
  'gatewayresponse.header.X-Request-Id': 'context.requestId',
  'gatewayresponse.header.Access-Control-Allow-Origin': 'method.request.header.Origin',
  'gatewayresponse.header.Vary': "'Origin'",
};

const as = '$input.params().header.get("as")';
const mock = (request: string) => ({
  requestTemplates: { 'application/json': request },
  passthroughBehavior: 'when_no_match' as const,
  responses: {
    default: {
      statusCode: '200',
      responseTemplates: { 'application/json': '{"path":"$context.path","stage":"$context.stage"}' },
      responseParameters: { 'method.response.header.X-Id': 'context.requestId' },
    },
    '4\\d\\d': {
      statusCode: '404',
      responseTemplates: {},
      responseParameters: { 'method.response.header.X-Id': "'none'" },
    },
  },
});
const mocks: SampleApi['routes'] = [
  {
    route: 'GET /mock/{id}',
    mock: mock(`#if(${as} == "")\n{"statusCode": 200}\n#else\n{"statusCode": ${as}}\n#end`),
  },
  { route: 'POST /mock/{id}', mock: mock('#foreach($a in $b) #end') },
  { route: 'PUT /mock/{id}', mock: mock('{"statusCode": 200}') },
  { route: 'POST /strict', mock: { ...mock('{"statusCode": 200}'), passthroughBehavior: 'never' } },
];

const cloud = await useCloud((stack, addFunction) => {
  const fn = addFunction('Failing', { source: 'export const handler = async () => 1;' });
  const shaped = (status: number) => ({ responseParameters: headers, responseTemplates: problem(status) });
  addApi(stack, {
    routes: [{ route: 'GET /', fn }, { route: 'POST /any', fn }, ...mocks],
    gatewayResponses: {
      DEFAULT_4XX: shaped(400),
      DEFAULT_5XX: shaped(500),
      MISSING_AUTHENTICATION_TOKEN: { ...shaped(404), statusCode: '404' },
      REQUEST_TOO_LARGE: { statusCode: '418' },
    },
  });
});

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
    });
  });

  it.each(['/nothing', '/mock', '/mock/7', '/mock/7/more'])(
    'treats a key as a signature of AWS where there is no method: %s',
    async (path) => {
      const response = await call(path, { method: 'DELETE', headers: { Authorization: 'Bearer key_1' } });

      expect([response.status, response.headers.get('x-amzn-errortype')]).toEqual([
        403,
        'IncompleteSignatureException',
      ]);
      expect(await response.json()).toMatchObject({
        type: 'INVALID_SIGNATURE',
        detail: expect.stringContaining("'key_1' not a valid key=value pair (missing equal-sign)"),
      });
      expect(JSON.stringify(cloud.accessLog.at(-1))).not.toContain('key_1');
    },
  );

  it('omits a header whose value the request does not contain', async () => {
    expect((await call('/nothing')).headers.has('access-control-allow-origin')).toBe(false);
  });

  it.each([
    ['/%zz', 400, 'DEFAULT_4XX', 'Bad Request'],
    ['/', 502, 'DEFAULT_5XX', 'Internal server error'],
  ])('of a class applies to its types with their own status: %s', async (path, status, type, detail) => {
    const response = await call(path);

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ type, detail });
  });

  it('has the standard body when it sets only a status', async () => {
    const response = await call('/any', { method: 'POST', body: 'x'.repeat(6 * 1024 * 1024) });

    expect([response.status, response.headers.get('x-amzn-errortype')]).toEqual([418, 'BadRequestException']);
    expect(await response.json()).toEqual({ message: 'Request Too Long' });
  });

  it('does not apply to a body of more than 10 MB, which API Gateway refuses before it knows the API', async () => {
    for (const path of ['/any', '/nothing']) {
      const response = await call(path, { method: 'POST', body: 'x'.repeat(10 * 1024 * 1024 + 1) });

      expect([response.status, response.headers.get('content-type')]).toEqual([413, 'text; charset=utf-8']);
      expect(await response.text()).toBe('HTTP content length exceeded 10485760 bytes.');
      expect(response.headers.has('access-control-allow-origin')).toBe(false);
    }
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

  it.each([
    ['application/json', 200],
    ['Application/JSON; charset=utf-8', 200],
    ['application/json+problem', 415],
    ['text/plain', 415],
    ['json', 415],
    ['', 415],
  ])('takes the media types of its templates, whatever their parameters: %s', async (type, status) => {
    const response = await call('/strict', {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{"statusCode":404}',
    });

    expect(response.status).toBe(status);
  });

  it('takes the status from a body that no template matches, unless its settings forbid it', async () => {
    const headers = { 'content-type': 'text/plain' };

    expect((await call('/mock/7', { method: 'PUT', headers, body: '{"statusCode":404}' })).status).toBe(404);
  });

  it('is a configuration error when its template cannot be evaluated', async () => {
    const response = await call('/mock/7', { method: 'POST', headers: { 'content-type': 'application/json' } });

    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ type: 'API_CONFIGURATION_ERROR', detail: 'Internal server error' });
    expect(cloud.accessLog.at(-1)?.failure).toMatch(/unknown directive at '#foreach/);
  });
});
