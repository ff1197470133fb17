import { expect } from 'vitest';
import type { Answer } from './api.ts';

interface FieldError {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly pointer: string;
}

const limits = new Set(['rate_limited', 'concurrency_limit_exceeded', 'quota_exceeded']);

/** Every failure has this shape, including those of API Gateway. */
export function expectProblem(answer: Answer, status: number, code: string): void {
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expectFields(answer, status, code);
}

/** Failures of OAuth endpoints have another type and the OAuth fields too. */
export function expectOAuthFailure(answer: Answer, status: number, error: string, code = error): void {
  expectFields(answer, status, code);
  expect(answer.body).toMatchObject({ error, error_description: expect.stringMatching(/\S/) });
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('pragma')).toBe('no-cache');
}

/** Failures of JSON-RPC contain the problem. */
export function expectJsonRpcFailure(answer: Answer, status: number, code: string): void {
  expect(answer.body, answer.text).toMatchObject({
    jsonrpc: '2.0',
    id: null,
    error: { code: expect.any(Number), message: answer.body.error?.data?.detail },
  });
  expect(answer.headers.get('content-type')).toBe('application/json');
  expectFields({ ...answer, body: answer.body.error.data }, status, code);
}

function expectFields(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body?.code }, answer.text).toEqual({ status, code });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.body).toMatchObject({
    type: limits.has(code) ? 'https://iana.org/assignments/http-problem-types#quota-exceeded' : 'about:blank',
    status,
    title: expect.stringMatching(/^[A-Z]/),
    detail: expect.stringMatching(/\S/),
    request_id: answer.headers.get('x-request-id'),
  });
  expect(answer.body.request_id).toMatch(/^[0-9a-f-]{36}$/);
}

/** The invalid fields of a 422 as `body.field`, sorted. Checks message, type and pointer of each. */
export function badFields(answer: Answer): string[] {
  expectProblem(answer, 422, 'validation_failed');
  const errors: readonly FieldError[] = answer.body.errors;
  for (const { loc, msg, type, pointer } of errors) {
    expect(msg).toMatch(/\S/);
    expect(type).toMatch(/^[a-z_]+$/);
    expect(pointer).toBe(['#', ...loc.slice(1)].join('/'));
    // Long details are truncated.
    if (!answer.body.detail.endsWith('…')) expect(answer.body.detail).toContain(msg);
  }
  return errors.map(({ loc }) => loc.join('.')).toSorted();
}
