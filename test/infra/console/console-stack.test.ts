import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { OWNER_TAG } from '../../../infra/console/files.ts';
import { consoleHeaders, sharedHeaders, sharedPolicy } from '../../../infra/console/headers.ts';
import { changed, changedProduction, directProduction, production, type Resource, Synthesis } from '../synthesis.ts';

/** The production defaults. */
const standard = new Synthesis({ stage: 'prod' });
afterAll(() => standard.remove());

const resources = (of: Synthesis, type: string) => of.resources('console', type);

function only(of: Synthesis, type: string): Resource {
  const [first, ...others] = resources(of, type);
  if (!first || others.length > 0) throw new Error(`${others.length + (first ? 1 : 0)} resources ${type}`);
  return first;
}

const configOf = (of: Synthesis) => only(of, 'AWS::CloudFront::Distribution').properties.DistributionConfig;

/** A template value as text, with the names of its references. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const [[name, argument] = ['', '']] = Object.entries(Object(value));
  if (name === 'Fn::Join') return (argument as [string, unknown[]])[1].map(textOf).join('');
  if (name === 'Fn::ImportValue') return `{${/Distribution\w*?DomainName/.exec(textOf(argument))?.[0] ?? '?'}}`;
  return `{${String(argument)}}`.replace(/^\{ApiRestApi\w+\}$/, '{api}').replace(/^\{AWS::(\w+)\}$/, '{$1}');
}

/** The response headers of a policy. */
function headersOf(of: Synthesis, suffix: string): Record<string, string> {
  const policies = resources(of, 'AWS::CloudFront::ResponseHeadersPolicy').map(
    ({ properties }) => properties.ResponseHeadersPolicyConfig,
  );
  const { CustomHeadersConfig, SecurityHeadersConfig: security } = policies.find(({ Name }) =>
    textOf(Name).endsWith(suffix),
  );
  const parts = [...CustomHeadersConfig.Items, ...Object.values(security)];
  expect(parts.map(({ Override }) => Override)).toEqual(parts.map(() => true));
  return {
    'Content-Security-Policy': textOf(security.ContentSecurityPolicy.ContentSecurityPolicy),
    'Strict-Transport-Security': `max-age=${security.StrictTransportSecurity.AccessControlMaxAgeSec}`,
    'X-Content-Type-Options': security.ContentTypeOptions ? 'nosniff' : '',
    'X-Frame-Options': security.FrameOptions.FrameOption,
    'Referrer-Policy': security.ReferrerPolicy.ReferrerPolicy,
    ...Object.fromEntries(
      CustomHeadersConfig.Items.map(({ Header, Value }: Record<string, string>) => [Header, Value]),
    ),
  };
}

/** The function that redirects to a page. */
function functionWith(page: string): string | undefined {
  const all = resources(standard, 'AWS::CloudFront::Function');
  return all.find(({ properties }) => properties.FunctionCode.includes(page))?.logicalId;
}

const policyFor = (connect: string, { styles = '', images = '', frames = '', further = '' } = {}) =>
  `default-src 'none'; script-src 'self'; style-src 'self'${styles}; img-src 'self' data:${images}; font-src 'self'; ` +
  `connect-src 'self' ${connect}; manifest-src 'self'; ${frames}base-uri 'none'; form-action 'none'; frame-ancestors 'none'${further}`;

const appPolicyFor = (connect: string, frames = '') =>
  policyFor(connect, { frames, further: "; require-trusted-types-for 'script'; trusted-types 'none'" });

const apiOrigin = 'https://{api}.execute-api.{Region}.{URLSuffix}';

describe('the console', () => {
  it('has a separate origin, only over HTTPS', () => {
    expect(configOf(standard)).toMatchObject({
      DefaultRootObject: 'index.html',
      Enabled: true,
      HttpVersion: 'http2and3',
      IPV6Enabled: true,
      PriceClass: 'PriceClass_All',
      DefaultCacheBehavior: {
        AllowedMethods: ['GET', 'HEAD'],
        Compress: true,
        ViewerProtocolPolicy: 'redirect-to-https',
      },
    });
    expect(configOf(standard)).not.toHaveProperty('Aliases');
    expect(standard.resources('ingress', 'AWS::CloudFront::Distribution')).toHaveLength(1);
  });

  it('keeps its files in a bucket that only its distribution can read', () => {
    const bucket = only(standard, 'AWS::S3::Bucket');
    const [origin, ...others] = configOf(standard).Origins;

    expect(others).toEqual([]);
    expect(origin).toMatchObject({
      DomainName: { 'Fn::GetAtt': [bucket.logicalId, 'RegionalDomainName'] },
      OriginAccessControlId: {
        'Fn::GetAtt': [only(standard, 'AWS::CloudFront::OriginAccessControl').logicalId, 'Id'],
      },
    });
    expect(bucket.properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(bucket.raw.DeletionPolicy).toBe('Delete');
    const allowed = only(standard, 'AWS::S3::BucketPolicy').properties.PolicyDocument.Statement.filter(
      ({ Effect }: { Effect: string }) => Effect === 'Allow',
    );
    expect(allowed).toHaveLength(1);
    expect(allowed[0]).toMatchObject({
      Principal: { Service: 'cloudfront.amazonaws.com' },
      Condition: { StringEquals: { 'AWS:SourceArn': expect.anything() } },
    });
  });

  it('sends exactly the headers that the local one sends', () => {
    const sandboxes = '{DistributionDomainName}';
    const named = headersOf(standard, '-console');
    const app = named['Content-Security-Policy']?.replace(/\{Distribution\w+\}/g, sandboxes) ?? '';

    expect(app).toBe(appPolicyFor(`${apiOrigin} https://${sandboxes} wss://${sandboxes}`));
    expect({ ...named, 'Content-Security-Policy': app }).toEqual(consoleHeaders(app));
    const reference = policyFor(apiOrigin, { styles: " 'unsafe-inline'", images: ' blob:' });
    expect(headersOf(standard, '-reference')).toEqual(consoleHeaders(reference));
    const shared = { ...consoleHeaders(sharedPolicy({ apiOrigin })), ...sharedHeaders };
    expect(headersOf(standard, '-shared')).toEqual(shared);
  });

  it('names the domains of the settings in its policy', () => {
    const policy = headersOf(changedProduction(), '-console')['Content-Security-Policy'];

    expect(policy).toBe(
      appPolicyFor(
        `https://${changed.apiDomain} ${changed.oidc.issuer} ${changed.oidc.origins[0]} https://*.${changed.sandboxDomain} wss://*.${changed.sandboxDomain}`,
        // Previews: apps of sandboxes have an origin each.
        `frame-src https://*.${changed.sandboxDomain}; `,
      ),
    );
    expect(headersOf(directProduction(), '-console')['Content-Security-Policy']).toBe(
      appPolicyFor(`${apiOrigin} http: ws:`),
    );
  });

  it('has separate headers for the reference and for public links, by the requested path', () => {
    const { DefaultCacheBehavior: app, CacheBehaviors: behaviors } = configOf(standard);
    const functionOf = (page: string) => [
      { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': [functionWith(page), 'FunctionARN'] } },
    ];

    expect(behaviors).toHaveLength(2);
    expect(behaviors[0]).toMatchObject({
      PathPattern: '/reference*',
      FunctionAssociations: functionOf("'/reference.html'"),
    });
    expect(behaviors[1]).toMatchObject({
      PathPattern: '/shared*',
      FunctionAssociations: functionOf("'/shared.html'"),
    });
    expect(app.FunctionAssociations).toEqual(functionOf("'/index.html'"));
    expect(behaviors[0].ResponseHeadersPolicyId).not.toEqual(app.ResponseHeadersPolicyId);
  });

  it('has its files copied by a function of ours, which also deletes them, as their bucket goes with the stack', () => {
    const bucket = only(standard, 'AWS::S3::Bucket');
    const files = only(standard, 'Custom::ConsoleFiles');
    const fn = only(standard, 'AWS::Lambda::Function');
    const role = only(standard, 'AWS::IAM::Role');
    const directory = join(standard.directory, 'custom-resources', 'console-files');

    expect(files.properties).toMatchObject({
      ServiceToken: { 'Fn::GetAtt': [fn.logicalId, 'Arn'] },
      Bucket: { Ref: bucket.logicalId },
      Config: { api_url: expect.anything(), public_links: 'true' },
    });
    expect(bucket.properties.Tags).toContainEqual({ Key: OWNER_TAG, Value: 'true' });
    expect(
      role.properties.Policies[0].PolicyDocument.Statement.map(({ Action }: { Action: unknown }) => Action),
    ).toEqual([
      ['logs:CreateLogStream', 'logs:PutLogEvents'],
      ['s3:DeleteObject', 's3:DeleteObjectVersion', 's3:PutObject'],
      ['s3:GetBucketTagging', 's3:ListBucketVersions'],
    ]);
    const module = { exports: {} as Record<string, unknown> };
    const code = readFileSync(join(directory, 'index.js'), 'utf8');
    // The SDK is of the runtime: here it is that of the project.
    new Function('require', 'module', 'exports', code)(createRequire(import.meta.url), module, module.exports);
    expect(module.exports.handler).toBeTypeOf('function');
    expect(readdirSync(join(directory, 'files')).toSorted()).toEqual([
      'assets',
      'index.html',
      'reference.html',
      'shared.html',
    ]);
  });

  it('is led to by a variable of the stage: the document of the API refers to nothing of it', () => {
    const stage = standard.resources('api', 'AWS::ApiGateway::Stage')[0];
    const api = standard.resources('api', 'AWS::ApiGateway::RestApi')[0];
    const { Outputs } = standard.template('api').toJSON();

    expect(stage?.properties.Variables).toEqual({ consoleUrl: Outputs.ConsoleUrl.Value });
    expect(JSON.stringify(api)).not.toContain('ConsoleNestedStack');
    expect(JSON.stringify(standard.template('api').findMappings('*'))).toContain(
      '$stageVariables.consoleUrl/reference',
    );
  });

  it('has the domain of the settings, with its certificate and records', () => {
    const { Outputs } = changedProduction().template('api').toJSON();
    const distribution = only(changedProduction(), 'AWS::CloudFront::Distribution');

    expect(configOf(changedProduction())).toMatchObject({
      Aliases: [changed.consoleDomain],
      ViewerCertificate: {
        AcmCertificateArn: changed.consoleCertificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    });
    expect(resources(changedProduction(), 'AWS::Route53::RecordSet').map(({ properties }) => properties)).toEqual(
      ['A', 'AAAA'].map((Type) => ({
        Name: changed.consoleDomain,
        HostedZoneId: changed.consoleHostedZoneId,
        Type,
        AliasTarget: {
          DNSName: { 'Fn::GetAtt': [distribution.logicalId, 'DomainName'] },
          HostedZoneId: 'Z2FDTNDATAQYW2',
        },
      })),
    );
    expect(Outputs.ConsoleUrl.Value).toBe(`https://${changed.consoleDomain}`);
    expect(Outputs.ConsoleDistribution.Description).toBe(`Point ${changed.consoleDomain} to this name.`);
  });

  it('does not exist if the setting says so, and the API redirects nowhere', () => {
    expect(production().nested.has('Console')).toBe(false);
    expect(production().resources('api', 'AWS::ApiGateway::Stage')[0]?.properties).not.toHaveProperty('Variables');
    expect(JSON.stringify(production().template('api').findMappings('*'))).not.toContain('stageVariables');
  });
});
