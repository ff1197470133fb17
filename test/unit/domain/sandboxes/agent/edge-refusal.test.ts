import { describe, expect, it } from 'vitest';
import { EdgeRefusedError, edgeRefusal } from '../../../../../shared/domain/sandboxes/agent/agent-http.ts';
import { answersOfEdge } from '../../../../support/http/edge-answers.ts';
import type { AgentReply } from '../../../../support/http/http-agent.ts';

const json = { 'content-type': 'application/json' };

function judge({ status = 200, headers = json, body }: AgentReply): EdgeRefusedError | undefined {
  return edgeRefusal(status, headers, typeof body === 'string' ? body : JSON.stringify(body ?? {}));
}

describe('edgeRefusal', () => {
  it.each(answersOfEdge)('recognises %s, with its status', (_, reply) => {
    expect(judge(reply)).toBeInstanceOf(EdgeRefusedError);
    expect(judge(reply)?.status).toBe(reply.status);
  });

  it('names the code of a problem detail, and none for a page or for an unknown code', () => {
    const codes = answersOfEdge.map(([, reply]) => judge(reply)?.code);
    const unknown = { status: 403, headers: { 'content-type': 'application/problem+json', 'x-sandbox-edge': '1' } };

    expect(codes.slice(0, 7)).toEqual([
      'not_found',
      'sandbox_address_invalid',
      'sandbox_moved',
      'sandbox_domain_needed',
      'unavailable',
      'sandbox_moved',
      'sandbox_moved',
    ]);
    expect(new Set(codes.slice(7))).toEqual(new Set([null]));
    expect(judge({ ...unknown, body: { code: 'constructor' } })).toMatchObject({ code: null });
    expect(judge({ ...unknown, body: 'broken' })).toMatchObject({ code: null });
    expect(judge({ ...unknown, body: '[]' })).toMatchObject({ code: null });
  });

  it('says in one sentence which answer it was', () => {
    expect(String(new EdgeRefusedError(410, 'sandbox_moved'))).toBe(
      'EdgeRefusedError: a gateway answered 410 (sandbox_moved) in place of the agent server',
    );
    expect(new EdgeRefusedError(503, null).message).toBe('a gateway answered 503 in place of the agent server');
  });

  it.each<[string, AgentReply]>([
    ['a success', { body: { code: 'sandbox_moved' } }],
    ['a page as content', { headers: { 'content-type': 'text/html' }, body: '<html>' }],
    ['a failure with JSON', { status: 503, body: { detail: 'initializing' } }],
    [
      'a failure with JSON and a character set',
      { status: 502, headers: { 'content-type': 'application/json; charset=utf-8' } },
    ],
    [
      'a failure as plain text',
      { status: 500, headers: { 'content-type': 'text/plain' }, body: 'Internal Server Error' },
    ],
    ['a refusal', { status: 404, body: { detail: 'Not Found' } }],
    ['a refusal with a code that only the edge uses, as JSON', { status: 410, body: { code: 'sandbox_moved' } }],
    [
      'a problem detail of its own',
      { status: 404, headers: { 'content-type': 'application/problem+json' }, body: { code: 'not_found' } },
    ],
  ])('leaves the agent %s', (_, reply) => {
    expect(judge(reply)).toBeUndefined();
  });
});
