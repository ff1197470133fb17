import { describe, expect, it } from 'vitest';
import { ResponseFunction } from '../../../../../infra/local/edge/response-function.ts';
import { aViewerRequest, DISTRIBUTION } from '../../../../support/ingress/an-edge.ts';

const headers = { via: '1.1 a', 'x-cache': 'Miss', 'x-many': ['1', '2'], 'set-cookie': ['a=1; Path=/', 'a=2', 'b=3'] };

/** Runs a handler with this body, which can use `event` and `response`. */
const run = (body: string, keyword = '') =>
  new ResponseFunction(`${keyword} function handler(event) { const response = event.response; ${body} }`).run(
    aViewerRequest(),
    { status: 200, headers },
  );

describe('a function on responses', () => {
  it('gets the event that CloudFront documents', () => {
    const seen = run("response.headers['x-seen'] = { value: JSON.stringify(event) }; return response;");

    expect(JSON.parse(String(seen['x-seen']))).toMatchObject({
      version: '1.0',
      context: { distributionDomainName: DISTRIBUTION, eventType: 'viewer-response' },
      viewer: { ip: '198.51.100.7' },
      request: { method: 'GET', uri: '/' },
      response: {
        statusCode: 200,
        statusDescription: 'OK',
        headers: { via: { value: '1.1 a' }, 'x-many': { value: '1', multiValue: [{ value: '1' }, { value: '2' }] } },
        cookies: {
          a: { value: '1', attributes: 'Path=/', multiValue: [{ value: '1', attributes: 'Path=/' }, { value: '2' }] },
          b: { value: '3' },
        },
      },
    });
  });

  it('changes headers and cookies, one of several by multiValue', () => {
    expect(
      run("response.cookies.a.multiValue[1].value = '9'; response.cookies.a.value = '8'; return response;"),
    ).toEqual({ via: ['1.1 a'], 'x-cache': 'Miss', 'x-many': ['1', '2'], 'set-cookie': ['a=1; Path=/', 'a=9', 'b=3'] });
    expect(run("response.cookies.a.value = '8'; delete response.cookies.b; return response;")['set-cookie']).toEqual([
      'a=8; Path=/',
      'a=2',
    ]);
    expect(run('delete response.cookies; return response;')).not.toHaveProperty('set-cookie');
  });

  it.each([
    ['no response', 'return event.request;'],
    ['another status', 'response.statusCode = 404; return response;'],
    ['a body', "response.body = 'x'; return response;"],
    ['another read-only header', "response.headers.via = { value: 'b' }; return response;"],
    ['a new read-only header', "response.headers.warning = { value: 'b' }; return response;"],
    ['a header of the connection', "response.headers.connection = { value: 'close' }; return response;"],
    ['cookies in a header', "response.headers['set-cookie'] = { value: 'a=1' }; return response;"],
    ['a header in upper case', "response.headers['X-A'] = { value: '1' }; return response;"],
  ])('causes a 502 by %s', (_case, body) => {
    expect(() => run(body)).toThrow(expect.objectContaining({ name: 'EdgeFunctionError', status: 502 }));
  });

  it('causes a 503 if it throws or waits', () => {
    expect(() => run("throw new Error('x');")).toThrow(expect.objectContaining({ status: 503 }));
    expect(() => run('return response;', 'async')).toThrow(expect.objectContaining({ status: 503 }));
  });
});
