import { describe, expect, it } from 'vitest';
import { reportOf, withoutKeys, wrongUsage } from '../../../../../console/acs/output/failure.ts';
import { problemOf } from '../../../../../shared/client/api-problem.ts';

const refusal = (status: number, body: object) =>
  problemOf(
    new Response(JSON.stringify({ detail: 'No.', code: 'no', request_id: 'r-1', ...body }), {
      status,
      headers: { 'content-type': 'application/problem+json' },
    }),
  );

describe('reportOf', () => {
  it('a problem has its remedy and its request id', async () => {
    expect(reportOf(await refusal(401, {}))).toEqual({
      lines: ['No. (401 no)', 'The API key is wrong, revoked or expired. Sign in again: acs login', 'request_id: r-1'],
      exitCode: 4,
    });
  });

  it('names each field that was refused', async () => {
    const errors = [{ loc: ['body', 'title'], msg: 'too long', type: 'too_big', pointer: '/title' }];
    expect(reportOf(await refusal(422, { errors }))?.lines).toContain('  title: too long');
  });

  it('names the scope that the key lacks', async () => {
    expect(reportOf(await refusal(403, { required_scope: 'keys:read' }))?.lines[1]).toContain('keys:read');
  });

  it('a refusal for the role of a person says who can help, and names no other key', async () => {
    const detail = 'Your role viewer does not include the scope keys:read. Ask an admin of your organization.';
    const problem = await refusal(403, { detail, required_scope: 'keys:read' });
    expect(reportOf(problem)?.lines).toEqual([`${detail} (403 no)`, 'request_id: r-1']);
  });

  it('an unknown id is reported with the command that lists ids', async () => {
    expect(reportOf(await refusal(404, {}), 'keys list')?.lines[1]).toContain('acs keys list');
    const owner = 'Enter the full ID. List them: acs owners list';
    expect(reportOf(await refusal(404, {}), 'owners list')?.lines[1]).toBe(owner);
  });

  it('a missing file of a sandbox is not an unknown sandbox', async () => {
    const problem = await refusal(404, { detail: '/workspace/a does not exist.' });
    expect(reportOf(problem, 'sandboxes list')?.lines).toEqual([
      '/workspace/a does not exist. (404 no)',
      'request_id: r-1',
    ]);
  });

  it('a response of another server is reported with the URL options', async () => {
    const page = await problemOf(
      new Response('<h1>404</h1>', { status: 404, headers: { 'content-type': 'text/html' } }),
    );
    expect(reportOf(page, 'keys list')?.lines).toEqual([
      'The service responded with 404. (404)',
      'Another server responded. Check the URL of the service: --url or ACS_URL.',
    ]);
    expect(reportOf(new SyntaxError('"OK" is not valid JSON'))?.lines[1]).toContain('--url');
  });

  it('a failure keeps its exit code, and a bug has no report', () => {
    expect(reportOf(wrongUsage('Wrong.', 'Right.'))).toEqual({ lines: ['Wrong.', 'Right.'], exitCode: 2 });
    expect(reportOf(new RangeError('a defect'))).toBeUndefined();
  });
});

it('withoutKeys hides keys and secrets in a text', () => {
  expect(withoutKeys('Unknown argument: acs_abc_DEF123, whsec_a+b/c=')).toBe('Unknown argument: acs_…, whsec_…');
});
