import { describe, expect, it } from 'vitest';
import { handler } from '../../../../infra/custom-resources/edge-pages.ts';
import { anAccount, type Call, type Reply } from './an-account.ts';

const done: Reply = { status: 200, body: '<DeleteResult/>' };
const before = {
  Bucket: 'pages',
  Prefix: '_edge/',
  ContentType: 'application/problem+json',
  CacheControl: 'no-store',
  Pages: { '502.json': '{"status":502}', '504.json': '{"status":504}' },
};

/** The path of a call without the query that the SDK adds. */
const lineOf = ({ method, path }: Call) => `${method} ${path.split('?')[0]}`;
const keysIn = ({ body }: Call) => [...body.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key);

const s3 = (replyTo: (call: Call) => Reply = () => done) => anAccount('S3', replyTo);

describe('the pages of the edge', () => {
  it('are written as problem details that nothing keeps', async () => {
    const { calls, answers, event } = await s3();

    await handler({ ...event('Create'), ResourceProperties: before });

    expect(calls.map(lineOf)).toEqual([
      expect.stringMatching(/^PUT .*\/_edge\/502\.json$/),
      expect.stringMatching(/^PUT .*\/_edge\/504\.json$/),
    ]);
    expect(calls.map(({ headers }) => [headers['content-type'], headers['cache-control']])).toEqual(
      Array(2).fill(['application/problem+json', 'no-store']),
    );
    expect(calls[0]?.body).toContain('{"status":502}');
    expect(answers.map(({ body }) => body)).toEqual([
      { Status: 'SUCCESS', PhysicalResourceId: 'pages/_edge/', StackId: 's', RequestId: 'r', LogicalResourceId: 'l' },
    ]);
    expect(answers[0]?.headers['content-type']).toBe('');
  });

  it('that a release no longer has are deleted when it is deployed', async () => {
    const { calls, event } = await s3();
    const now = { ...before, Pages: { '502.json': '{"status":502,"code":"new"}' } };

    await handler({ ...event('Update'), ResourceProperties: now, OldResourceProperties: before });

    expect(calls.map(({ method }) => method)).toEqual(['PUT', 'POST']);
    expect(calls.slice(1).flatMap(keysIn)).toEqual(['_edge/504.json']);
  });

  it('are all deleted with their resource, so that the bucket can go', async () => {
    const { calls, answers, event } = await s3();

    await handler({ ...event('Delete'), PhysicalResourceId: 'pages/_edge/', ResourceProperties: before });

    expect(calls.flatMap(keysIn)).toEqual(['_edge/502.json', '_edge/504.json']);
    expect(answers.map(({ body }) => body.Status)).toEqual(['SUCCESS']);
  });

  it('fail the deployment with the cause when S3 refuses them', async () => {
    const denied = '<Error><Code>AccessDenied</Code><Message>not authorized to perform s3:PutObject.</Message></Error>';
    const { answers, event } = await s3(() => ({ status: 403, body: denied }));

    await handler({ ...event('Create'), ResourceProperties: before });

    expect(answers.map(({ body }) => body)).toEqual([
      expect.objectContaining({
        Status: 'FAILED',
        Reason:
          'The pages of the edge could not be written to pages: not authorized to perform s3:PutObject. Deploy again.',
      }),
    ]);
  });

  it('are gone with a bucket that was deleted by hand', async () => {
    const gone = '<Error><Code>NoSuchBucket</Code><Message>The specified bucket does not exist</Message></Error>';
    const { answers, event } = await s3(() => ({ status: 404, body: gone }));

    await handler({ ...event('Delete'), PhysicalResourceId: 'pages/_edge/', ResourceProperties: before });

    expect(answers.map(({ body }) => body.Status)).toEqual(['SUCCESS']);
  });

  it('fail the deletion when S3 keeps one of them', async () => {
    const kept =
      '<DeleteResult><Error><Key>_edge/502.json</Key><Code>AccessDenied</Code><Message>Access Denied.</Message></Error></DeleteResult>';
    const { answers, event } = await s3(() => ({ status: 200, body: kept }));

    await handler({ ...event('Delete'), PhysicalResourceId: 'pages/_edge/', ResourceProperties: before });

    expect(answers[0]?.body).toMatchObject({
      Status: 'FAILED',
      PhysicalResourceId: 'pages/_edge/',
      Reason: expect.stringContaining('S3 kept _edge/502.json: Access Denied.'),
    });
  });
});
