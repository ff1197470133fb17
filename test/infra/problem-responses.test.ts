import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { describe, expect, it } from 'vitest';
import { problems, QUOTA_EXCEEDED_TYPE } from '../../shared/http/answers/problem.ts';
import { deployed, production } from './synthesis.ts';

describe('errors of API Gateway', () => {
  const synthesis = production();
  const responses = synthesis.resources('api', 'AWS::ApiGateway::GatewayResponse');

  it('each have a response body defined by this service', () => {
    const known = Object.values(ResponseType).map((type: ResponseType) => type.responseType);

    expect(responses.map(({ properties }) => properties.ResponseType).sort()).toEqual(known.sort());
  });

  it('are problem details with the request id, as those of the functions', () => {
    for (const { properties } of responses) {
      const body = JSON.parse(properties.ResponseTemplates['application/json']);

      expect(Object.keys(body).sort()).toEqual(['code', 'detail', 'message', 'request_id', 'status', 'title', 'type']);
      const isLimit = ['THROTTLED', 'QUOTA_EXCEEDED'].includes(properties.ResponseType);
      expect(body.type).toBe(isLimit ? QUOTA_EXCEEDED_TYPE : 'about:blank');
      expect(body).toMatchObject({ request_id: '$context.requestId' });
      expect(body).toMatchObject(problems[body.code as keyof typeof problems]);
      expect(properties.ResponseParameters).toMatchObject({
        'gatewayresponse.header.Content-Type': "'application/problem+json'",
        'gatewayresponse.header.X-Request-Id': 'context.requestId',
        'gatewayresponse.header.Cache-Control': "'no-store'",
        'gatewayresponse.header.Access-Control-Allow-Origin': `'${deployed.allowedOrigins}'`,
        'gatewayresponse.header.Access-Control-Expose-Headers': expect.stringContaining('X-Request-Id'),
      });
      if (!/^DEFAULT_/.test(properties.ResponseType)) expect(properties.StatusCode).toBe(String(body.status));
    }
  });

  it('are never overridden by a default response, which would replace every status', () => {
    const fallbacks = responses.filter(({ properties }) => /^DEFAULT_/.test(properties.ResponseType));

    expect(fallbacks.map(({ properties }) => properties.StatusCode)).toEqual([undefined, undefined]);
  });

  it.each([
    ['UNAUTHORIZED', 401, 'unauthenticated'],
    ['ACCESS_DENIED', 403, 'forbidden'],
    ['MISSING_AUTHENTICATION_TOKEN', 404, 'not_found'],
    ['REQUEST_TOO_LARGE', 413, 'payload_too_large'],
    ['UNSUPPORTED_MEDIA_TYPE', 415, 'unsupported_media_type'],
    ['THROTTLED', 429, 'rate_limited'],
    ['INTEGRATION_TIMEOUT', 504, 'gateway_timeout'],
  ])('have a body for %s: %i %s', (type, status, code) => {
    const response = responses.find(({ properties }) => properties.ResponseType === type);

    expect(JSON.parse(response?.properties.ResponseTemplates['application/json'])).toMatchObject({ status, code });
  });
});
