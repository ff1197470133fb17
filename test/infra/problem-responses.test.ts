import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { describe, expect, it } from 'vitest';
import { problems, QUOTA_EXCEEDED_TYPE } from '../../shared/http/answers/problem.ts';
import { echo, good } from '../support/http/echo.ts';
import { invoke } from '../support/http/invoke.ts';
import { documentOf } from './api-document.ts';
import { deployed, production } from './synthesis.ts';

describe('errors of API Gateway', () => {
  const responses = documentOf(production())['x-amazon-apigateway-gateway-responses'];

  it('each have a response body defined by this service', () => {
    const known = Object.values(ResponseType).map((type: ResponseType) => type.responseType);

    expect(Object.keys(responses).sort()).toEqual(known.sort());
  });

  it('are problem details with the request id, as those of the functions', () => {
    for (const [type, response] of Object.entries(responses)) {
      const body = JSON.parse(response.responseTemplates['application/json'] ?? '');

      const own = type === 'THROTTLED' ? ['error'] : [];
      expect(Object.keys(body).toSorted()).toEqual(
        ['code', 'detail', 'message', 'request_id', 'status', 'title', 'type', ...own].toSorted(),
      );
      const isLimit = ['THROTTLED', 'QUOTA_EXCEEDED'].includes(type);
      expect(body.type).toBe(isLimit ? QUOTA_EXCEEDED_TYPE : 'about:blank');
      expect(body).toMatchObject({ request_id: '$context.requestId' });
      expect(body).toMatchObject(problems[body.code as keyof typeof problems]);
      expect(response.responseParameters).toMatchObject({
        'gatewayresponse.header.Content-Type': "'application/problem+json'",
        'gatewayresponse.header.X-Request-Id': 'context.requestId',
        'gatewayresponse.header.Cache-Control': "'no-store'",
        'gatewayresponse.header.Access-Control-Allow-Origin': `'${deployed.allowedOrigins}'`,
        'gatewayresponse.header.Access-Control-Expose-Headers': expect.stringContaining('X-Request-Id'),
      });
      if (!/^DEFAULT_/.test(type)) expect(response.statusCode).toBe(String(body.status));
    }
  });

  it('have the security headers of functions', async () => {
    process.env.ALLOWED_ORIGINS ??= '*';
    const { headers } = await invoke(echo(), {}, { params: good.params, body: {} });
    const named = Object.entries(headers).filter(([name]) => /^(strict-|referrer-|x-content|x-dns|cross-)/i.test(name));

    expect(named.length).toBeGreaterThanOrEqual(5);
    for (const { responseParameters } of Object.values(responses)) {
      for (const [name, value] of named) {
        expect([name, responseParameters[`gatewayresponse.header.${name}`]]).toEqual([name, `'${value}'`]);
      }
    }
  });

  it('let a device that polls go on, more slowly, where the API itself throttles it', () => {
    const template = responses.THROTTLED?.responseTemplates['application/json'] ?? '';

    expect(JSON.parse(template)).toMatchObject({ code: 'rate_limited', error: 'slow_down' });
  });

  it.each(['THROTTLED', 'INTEGRATION_FAILURE', 'AUTHORIZER_CONFIGURATION_ERROR'])(
    'say when to send the request again: %s',
    (type) => {
      expect(responses[type]?.responseParameters).toMatchObject({ 'gatewayresponse.header.Retry-After': "'1'" });
    },
  );

  it('are never overridden by a default response, which would replace every status', () => {
    const fallbacks = Object.entries(responses).filter(([type]) => /^DEFAULT_/.test(type));

    expect(fallbacks.map(([, { statusCode }]) => statusCode)).toEqual([undefined, undefined]);
  });

  it.each([
    ['UNAUTHORIZED', 401, 'unauthenticated'],
    ['ACCESS_DENIED', 403, 'forbidden'],
    ['MISSING_AUTHENTICATION_TOKEN', 404, 'not_found'],
    ['REQUEST_TOO_LARGE', 413, 'payload_too_large'],
    ['UNSUPPORTED_MEDIA_TYPE', 415, 'unsupported_media_type'],
    ['AUTHORIZER_CONFIGURATION_ERROR', 503, 'unavailable'],
    ['THROTTLED', 429, 'rate_limited'],
    ['INTEGRATION_FAILURE', 503, 'unavailable'],
    ['INTEGRATION_TIMEOUT', 504, 'gateway_timeout'],
  ])('have a body for %s: %i %s', (type, status, code) => {
    const template = responses[type]?.responseTemplates['application/json'] ?? '';

    expect(JSON.parse(template)).toMatchObject({ status, code });
  });
});
