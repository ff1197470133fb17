import { expect, it } from 'vitest';
import { readEdgeSettings } from '../../../../../infra/local/edge/edge-settings.ts';
import {
  aDefaultBehavior,
  aDistribution,
  aResponseHeadersPolicy,
  somePages,
} from '../../../../support/edge/a-distribution.ts';

const read = (changes: object, policy: unknown) => readEdgeSettings(aDistribution(changes), policy, somePages);

it('reads pages, methods and what a response headers policy changes', () => {
  const settings = read({}, aResponseHeadersPolicy);

  expect(settings.methods).toContain('PATCH');
  expect(settings.pagesPath).toBe('/_edge/');
  expect(settings.pages.get('/_edge/502.json')).toBe(somePages['502.json']);
  expect(settings.errorPages.get(504)).toEqual({ status: 504, body: somePages['504.json'] });
  expect(settings.responseHeaders).toEqual({
    set: [
      { name: 'content-security-policy', value: 'sandbox', override: true },
      { name: 'x-content-type-options', value: 'nosniff', override: true },
    ],
    remove: ['set-cookie'],
  });
});

it('reads a distribution with a domain, which has no response headers policy', () => {
  const settings = read(
    {
      DefaultCacheBehavior: aDefaultBehavior,
      Aliases: ['*.sandboxes.example.com'],
      ViewerCertificate: { AcmCertificateArn: 'arn' },
      WebACLId: 'arn',
    },
    undefined,
  );
  expect(settings.responseHeaders).toEqual({ set: [], remove: [] });
});

it.each([
  [{ OriginGroups: { Quantity: 1 } }, 'DistributionConfig.OriginGroups'],
  [{ Enabled: false }, 'DistributionConfig.Enabled'],
  [{ CacheBehaviors: [] }, 'DistributionConfig.CacheBehaviors'],
  [
    { DefaultCacheBehavior: { ...aDefaultBehavior, SmoothStreaming: true } },
    'DistributionConfig.DefaultCacheBehavior.SmoothStreaming',
  ],
  [
    { DefaultCacheBehavior: { ...aDefaultBehavior, Compress: true } },
    'DistributionConfig.DefaultCacheBehavior.Compress',
  ],
])('refuses by name what the local edge does not do: %#', (changes, name) => {
  expect(() => read(changes, aResponseHeadersPolicy)).toThrow(
    `the distribution: the local edge does not support '${name}'`,
  );
});

it('refuses parts of policies that the local edge does not apply', () => {
  const { ResponseHeadersPolicyConfig: config } = aResponseHeadersPolicy;
  const cors = { ResponseHeadersPolicyConfig: { ...config, CorsConfig: {} } };
  expect(() => read({}, cors)).toThrow("the local edge does not support 'ResponseHeadersPolicyConfig.CorsConfig'");

  const everything = {
    OriginRequestPolicyConfig: {
      Name: 'everything',
      CookiesConfig: { CookieBehavior: 'all' },
      HeadersConfig: { HeaderBehavior: 'allViewerAndWhitelistCloudFront', Headers: ['CloudFront-Forwarded-Proto'] },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
    },
  };
  const less = structuredClone(everything);
  less.OriginRequestPolicyConfig.CookiesConfig.CookieBehavior = 'none';
  const readWith = (originRequestPolicy: unknown) =>
    readEdgeSettings(aDistribution(), aResponseHeadersPolicy, somePages, { originRequestPolicy });
  expect(readWith(everything)).toEqual(read({}, aResponseHeadersPolicy));
  expect(() => readWith(less)).toThrow("'OriginRequestPolicyConfig.CookiesConfig.CookieBehavior'");
});

it('refuses a template whose parts do not fit together', () => {
  expect(() => readEdgeSettings(aDistribution(), aResponseHeadersPolicy, {})).toThrow(
    'there is no page /_edge/502.json',
  );
  expect(() => read({}, undefined)).toThrow('not both');
});

it('refuses a cache policy by which one request may be answered as another', () => {
  const policy = {
    CachePolicyConfig: {
      Name: 'alone',
      ...{ MinTTL: 0, DefaultTTL: 0, MaxTTL: 1 },
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        EnableAcceptEncodingBrotli: false,
        EnableAcceptEncodingGzip: false,
        HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['X-Sandbox-Request', 'Authorization'] },
        QueryStringsConfig: { QueryStringBehavior: 'none' },
      },
    },
  };
  const shared = structuredClone(policy);
  shared.CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin.HeadersConfig.Headers = ['Authorization'];
  const readWith = (cachePolicy: unknown) =>
    readEdgeSettings(aDistribution(), aResponseHeadersPolicy, somePages, { cachePolicy });

  expect(readWith(policy)).toEqual(read({}, aResponseHeadersPolicy));
  expect(() => readWith(shared)).toThrow("the cache policy: the local edge does not support 'CachePolicyConfig.");
});
