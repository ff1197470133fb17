import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { production } from '../synthesis.ts';
import { only } from './ingress-resources.ts';

describe('the pages of the edge', () => {
  it('are in a private bucket that only the distribution reads, and only by TLS', () => {
    const bucket = only(production(), 'AWS::S3::Bucket');
    const distribution = only(production(), 'AWS::CloudFront::Distribution').logicalId;
    const [refused, read, ...others] = only(production(), 'AWS::S3::BucketPolicy').properties.PolicyDocument.Statement;

    expect(bucket).toMatchObject({
      properties: {
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        BucketEncryption: expect.anything(),
      },
      raw: { DeletionPolicy: 'Delete' },
    });
    expect(bucket.properties).not.toHaveProperty('VersioningConfiguration');
    expect(refused).toMatchObject({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } });
    expect(read).toMatchObject({ Action: 's3:GetObject', Principal: { Service: 'cloudfront.amazonaws.com' } });
    expect(JSON.stringify(read.Condition)).toContain(`{"Ref":"${distribution}"}`);
    expect(others).toEqual([]);
  });

  it('are written and deleted by a function that Lambda can load and that has no other rights', () => {
    const fn = only(production(), 'AWS::Lambda::Function');
    const [{ PolicyDocument }] = only(production(), 'AWS::IAM::Role').properties.Policies;
    const module = { exports: {} as Record<string, unknown> };

    new Function('require', 'module', 'exports', fn.properties.Code.ZipFile)(
      createRequire(import.meta.url),
      module,
      module.exports,
    );

    expect(module.exports.handler).toBeTypeOf('function');
    expect(PolicyDocument.Statement.flatMap(({ Action }: { Action: string[] }) => Action)).toEqual([
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      's3:DeleteObject',
      's3:PutObject',
    ]);
    expect(JSON.stringify(PolicyDocument.Statement[1].Resource)).toContain('/_edge/*');
  });
});
