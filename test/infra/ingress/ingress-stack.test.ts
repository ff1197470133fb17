import { describe, expect, it } from 'vitest';
import { codeOf as codeOfFunction, fillIn } from '../../../infra/ingress/function-code.ts';
import { responseCode } from '../../support/ingress/a-response-function.ts';
import { changed, changedProduction, production, type Synthesis } from '../synthesis.ts';
import { distributionOf, only, pagesOf, viewerRequestOf } from './ingress-resources.ts';

describe('the distribution in front of sandboxes', () => {
  const config = distributionOf(production());
  const sandboxes = config.DefaultCacheBehavior;

  it('forwards every request unchanged, only over HTTPS, and caches nothing', () => {
    const policy = only(production(), 'AWS::CloudFront::OriginRequestPolicy');

    expect(sandboxes).toMatchObject({
      AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
      Compress: false,
      OriginRequestPolicyId: { Ref: policy.logicalId },
      ViewerProtocolPolicy: 'https-only',
    });
    expect(policy.properties.OriginRequestPolicyConfig).toMatchObject({
      CookiesConfig: { CookieBehavior: 'all' },
      HeadersConfig: { HeaderBehavior: 'allViewer' },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
    });
    expect(config).toMatchObject({
      Enabled: true,
      HttpVersion: 'http2',
      IPV6Enabled: true,
      PriceClass: 'PriceClass_All',
    });
  });

  it('gets the origin of each request from its function, and has none without it', () => {
    const fn = only(production(), 'AWS::CloudFront::Function');
    const origin = config.Origins.find(({ Id }: { Id: string }) => Id === sandboxes.TargetOriginId);

    expect(sandboxes.FunctionAssociations).toEqual([
      { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': [fn.logicalId, 'FunctionARN'] } },
    ]);
    expect(origin).toMatchObject({
      DomainName: { 'Fn::GetAtt': [only(production(), 'AWS::S3::Bucket').logicalId, 'RegionalDomainName'] },
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginReadTimeout: 120 },
      // Origins that the function chooses inherit it. The distribution accepts HTTPS only.
      OriginCustomHeaders: [{ HeaderName: 'X-Forwarded-Proto', HeaderValue: 'https' }],
    });
    expect(origin).not.toHaveProperty('OriginAccessControlId');
    expect(origin).not.toHaveProperty('S3OriginConfig');
  });

  it.each([502, 504])('answers %i with its page from the bucket, without caching', (status) => {
    const { prefix, Pages, Bucket } = pagesOf(production());
    const bucket = only(production(), 'AWS::S3::Bucket');
    const [pages] = config.CacheBehaviors;
    const origin = config.Origins.find(({ Id }: { Id: string }) => Id === pages.TargetOriginId);

    expect(config.CustomErrorResponses).toContainEqual({
      ErrorCode: status,
      ResponseCode: status,
      ResponsePagePath: `/${prefix}${status}.json`,
      ErrorCachingMinTTL: 0,
    });
    expect(JSON.parse(Pages[`${status}.json`] ?? '')).toMatchObject({ status, code: 'sandbox_moved' });
    expect(Bucket).toEqual({ Ref: bucket.logicalId });
    expect(pages.PathPattern).toBe(`/${prefix}*`);
    expect(pages.FunctionAssociations).toBeUndefined();
    expect(origin).toMatchObject({ OriginAccessControlId: expect.anything() });
    const answered = config.CustomErrorResponses.filter((response: object) => 'ResponsePagePath' in response);
    expect(answered).toHaveLength(Object.keys(Pages).length);
  });

  it('remembers no error of a sandbox', () => {
    const kept = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

    expect(config.CustomErrorResponses).toEqual(
      kept.map((ErrorCode) => expect.objectContaining({ ErrorCode, ErrorCachingMinTTL: 0 })),
    );
  });

  it('never answers a request with the response to another: its function makes each request unique', () => {
    const policy = only(production(), 'AWS::CloudFront::CachePolicy');
    const { ParametersInCacheKeyAndForwardedToOrigin: key, ...times } = policy.properties.CachePolicyConfig;
    const [header, ...others] = key.HeadersConfig.Headers;

    expect(sandboxes.CachePolicyId).toEqual({ Ref: policy.logicalId });
    expect(times).toMatchObject({ MinTTL: 0, DefaultTTL: 0, MaxTTL: 1 });
    expect(others).toEqual(['Authorization']);
    const code = JSON.stringify(only(production(), 'AWS::CloudFront::Function').properties.FunctionCode);
    expect(code).toMatch(
      new RegExp(`\\.headers\\[\\\\"${header.toLowerCase()}\\\\"\\]=\\{value:\\w+\\.context\\.requestId\\}`),
    );
  });

  it('has a CloudFront name by default, where sandbox pages have neither an origin nor cookies', () => {
    const policy = only(production(), 'AWS::CloudFront::ResponseHeadersPolicy');

    expect(config).not.toHaveProperty('Aliases');
    expect(sandboxes.ResponseHeadersPolicyId).toEqual({ Ref: policy.logicalId });
    expect(policy.properties.ResponseHeadersPolicyConfig).toMatchObject({
      SecurityHeadersConfig: {
        ContentSecurityPolicy: { ContentSecurityPolicy: 'sandbox', Override: true },
        ContentTypeOptions: { Override: true },
      },
      RemoveHeadersConfig: {
        Items: [
          { Header: 'Set-Cookie' },
          { Header: 'Clear-Site-Data' },
          { Header: 'NEL' },
          { Header: 'Report-To' },
          { Header: 'Alt-Svc' },
          { Header: 'Strict-Transport-Security' },
          { Header: 'Service-Worker-Allowed' },
        ],
      },
    });
    expect(production().resources('ingress', 'AWS::Route53::RecordSet')).toEqual([]);
  });

  it('has a host for each port below the domain of the settings, by TLS 1.2 at least', () => {
    const withDomain = distributionOf(changedProduction());
    const records = changedProduction().resources('ingress', 'AWS::Route53::RecordSet');

    expect(withDomain).toMatchObject({
      Aliases: ['*.sandboxes.example.com'],
      ViewerCertificate: {
        AcmCertificateArn: changed.sandboxCertificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
      WebACLId: changed.sandboxWebAclArn,
    });
    expect(records.map(({ properties }) => [properties.Name, properties.Type])).toEqual([
      ['*.sandboxes.example.com', 'A'],
      ['*.sandboxes.example.com', 'AAAA'],
    ]);
    for (const { properties } of records) {
      expect(properties).toMatchObject({
        HostedZoneId: changed.sandboxHostedZoneId,
        AliasTarget: { HostedZoneId: 'Z2FDTNDATAQYW2', DNSName: { 'Fn::GetAtt': [expect.any(String), 'DomainName'] } },
      });
    }
  });

  it('keeps cookies on the host of their port where each has one: by a function, and a policy for errors too', () => {
    const { DefaultCacheBehavior: behavior } = distributionOf(changedProduction());
    const functions = changedProduction().resources('ingress', 'AWS::CloudFront::Function');
    const onResponses = functions.find(({ logicalId }) => logicalId.includes('ViewerResponse'));
    const policy = only(changedProduction(), 'AWS::CloudFront::ResponseHeadersPolicy');

    expect(functions).toHaveLength(2);
    expect(behavior.FunctionAssociations).toEqual([
      expect.objectContaining({ EventType: 'viewer-request' }),
      { EventType: 'viewer-response', FunctionARN: { 'Fn::GetAtt': [onResponses?.logicalId, 'FunctionARN'] } },
    ]);
    expect(onResponses?.properties).toMatchObject({
      AutoPublish: true,
      FunctionCode: responseCode,
      FunctionConfig: { Runtime: 'cloudfront-js-2.0' },
    });
    expect(behavior.ResponseHeadersPolicyId).toEqual({ Ref: policy.logicalId });
    expect(policy.properties.ResponseHeadersPolicyConfig).toEqual({
      Comment: expect.any(String),
      Name: expect.anything(),
      RemoveHeadersConfig: { Items: [{ Header: 'Clear-Site-Data' }] },
    });
    // A second policy of the same name would be refused while the first still exists.
    expect(policy.logicalId).toBe(only(production(), 'AWS::CloudFront::ResponseHeadersPolicy').logicalId);
  });

  it('keeps exports and names when the settings change', () => {
    const kept = ['AWS::CloudFront::Distribution', 'AWS::CloudFront::KeyValueStore'];
    const exportsOf = (of: Synthesis) =>
      Object.values<{ Export?: { Name: string } }>(of.template('ingress').toJSON().Outputs).flatMap(
        ({ Export }) => Export?.Name ?? [],
      );

    for (const [was, is] of [
      ...kept.map((type) => [only(production(), type), only(changedProduction(), type)] as const),
      [viewerRequestOf(production()), viewerRequestOf(changedProduction())] as const,
    ]) {
      expect(is.logicalId).toBe(was.logicalId);
      expect(is.properties.Name).toEqual(was.properties.Name);
    }
    expect(exportsOf(changedProduction())).toEqual(exportsOf(production()));
    // CloudFront names are unique in an account, so Regions need different ones.
    for (const named of [only(production(), 'AWS::CloudFront::KeyValueStore'), viewerRequestOf(production())]) {
      expect(JSON.stringify(named.properties.Name)).toContain('AWS::Region');
    }
  });

  it('outputs where sandboxes are, and where their keys and statistics are', () => {
    const { Outputs } = production().template('ingress').toJSON();
    const distribution = only(production(), 'AWS::CloudFront::Distribution').logicalId;

    expect(Outputs).toMatchObject({
      SandboxAddress: {
        Value: { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [distribution, 'DomainName'] }, '/{label}']] },
      },
      KeyValueStoreArn: { Value: { 'Fn::GetAtt': [expect.stringContaining('Keys'), 'Arn'] } },
      DistributionId: { Value: { Ref: distribution } },
      DistributionDomainName: { Value: { 'Fn::GetAtt': [distribution, 'DomainName'] } },
    });
    expect(changedProduction().template('ingress').toJSON().Outputs.SandboxAddress.Value).toBe(
      'https://{label}.sandboxes.example.com',
    );
  });
});

describe('the function of the distribution', () => {
  const source = codeOfFunction('viewer-request');
  const codeOf = (of: Synthesis) => viewerRequestOf(of).properties.FunctionCode;

  it.each([
    ['without a domain', production, undefined],
    ['with one', changedProduction, changed.sandboxDomain],
  ])('is the file of the repository with its Region and domain: %s', (_case, synthesis, sandboxDomain) => {
    const [before, after] = fillIn(source, { region: '#', sandboxDomain }).split('"#"');

    expect(codeOf(synthesis())).toEqual({
      'Fn::Join': ['', [`${before}"`, { Ref: 'AWS::Region' }, `"${after}`]],
    });
  });

  it('leaves a tenth of the 10 KB of a CloudFront function free, for the longest Region and domain', () => {
    const longest = fillIn(source, { region: 'ap-northeast-3', sandboxDomain: 'd'.repeat(204) });

    expect(Buffer.byteLength(longest)).toBeLessThanOrEqual(0.9 * 10_240);
  });

  it('uses the newer runtime, is published with the deployment and reads one store, which the template leaves empty', () => {
    const store = only(production(), 'AWS::CloudFront::KeyValueStore');

    expect(only(production(), 'AWS::CloudFront::Function').properties).toMatchObject({
      AutoPublish: true,
      FunctionConfig: {
        Runtime: 'cloudfront-js-2.0',
        KeyValueStoreAssociations: [{ KeyValueStoreARN: { 'Fn::GetAtt': [store.logicalId, 'Arn'] } }],
      },
    });
    expect(store.properties).not.toHaveProperty('ImportSource');
  });
});

describe('the keys of labels', () => {
  it('are in no template: a custom resource, which contains the store and a URL, calls a worker to write them', () => {
    for (const synthesis of [production(), changedProduction()]) {
      const [installed, ...others] = synthesis.resources('api', 'Custom::IngressKeys');
      const secrets = synthesis.everyResource('AWS::SecretsManager::Secret');

      expect(others).toEqual([]);
      expect(installed?.properties).toEqual({
        ServiceToken: { 'Fn::GetAtt': [expect.stringMatching(/^installingresskeysFunction/), 'Arn'] },
        ServiceTimeout: '90',
        KeyValueStoreArn: { 'Fn::ImportValue': expect.stringMatching(/-ingress:ExportsOutput.*Keys.*Arn/) },
        ServiceUrl: expect.anything(),
      });
      // Secrets Manager generates the master secret from which they derive.
      expect(secrets.map(({ properties }) => [properties.SecretString, 'GenerateSecretString' in properties])).toEqual([
        [undefined, true],
      ]);
    }
  });
});
