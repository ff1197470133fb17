import * as z from 'zod';
import { parseSupported } from './supported.ts';

/** Properties of policies of the template, undefined where it has none. */
export interface RequestPolicies {
  /** Of the AWS::CloudFront::OriginRequestPolicy. */
  readonly originRequestPolicy?: unknown;
  /** Of the AWS::CloudFront::CachePolicy. */
  readonly cachePolicy?: unknown;
}

/** Says nothing about how a request is answered. */
const unread = z.unknown().optional();

const OriginRequestPolicy = z.strictObject({
  OriginRequestPolicyConfig: z.strictObject({
    Name: unread,
    Comment: unread,
    CookiesConfig: z.strictObject({ CookieBehavior: z.literal('all') }),
    HeadersConfig: z.strictObject({
      HeaderBehavior: z.literal('allViewerAndWhitelistCloudFront'),
      Headers: z.tuple([z.literal('CloudFront-Forwarded-Proto')]),
    }),
    QueryStringsConfig: z.strictObject({ QueryStringBehavior: z.literal('all') }),
  }),
});

/** Two requests with one key may get one answer; the function gives each a header of its own. */
const CachePolicy = z.strictObject({
  CachePolicyConfig: z.strictObject({
    Name: unread,
    Comment: unread,
    MinTTL: z.literal(0),
    DefaultTTL: z.literal(0),
    MaxTTL: z.literal(1),
    ParametersInCacheKeyAndForwardedToOrigin: z.strictObject({
      CookiesConfig: z.strictObject({ CookieBehavior: z.literal('none') }),
      EnableAcceptEncodingBrotli: z.literal(false),
      EnableAcceptEncodingGzip: z.literal(false),
      HeadersConfig: z.strictObject({
        HeaderBehavior: z.literal('whitelist'),
        Headers: z.tuple([z.literal('X-Sandbox-Request'), z.literal('Authorization')]),
      }),
      QueryStringsConfig: z.strictObject({ QueryStringBehavior: z.literal('none') }),
    }),
  }),
});

/** @throws for a distribution that sends on less than everything, or that may answer one request as another */
export function assertEachRequestAlone({ originRequestPolicy, cachePolicy }: RequestPolicies): void {
  if (originRequestPolicy !== undefined) {
    parseSupported(OriginRequestPolicy, originRequestPolicy, 'the origin request policy');
  }
  if (cachePolicy !== undefined) parseSupported(CachePolicy, cachePolicy, 'the cache policy');
}
