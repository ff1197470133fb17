import * as z from 'zod';
import { isAllowedForOrigins } from './header-rules.ts';
import { parseSupported, type ResponseHeaders, readResponseHeaders } from './response-headers.ts';

/** The settings of the template's distribution. */
export interface EdgeSettings {
  /** The ARNs of the functions on requests and, if there is one, on responses. */
  readonly functions: readonly [string, string?];
  /** Requests with other methods are refused. */
  readonly methods: ReadonlySet<string>;
  /** By the status of the origin's response, or of the edge's when it cannot reach the origin. */
  readonly errorPages: ReadonlyMap<number, ErrorPage>;
  /** The path of the pages: `/_edge/`. */
  readonly pagesPath: string;
  /** The pages by path, such as `/_edge/502.json`. Each is a problem details document. */
  readonly pages: ReadonlyMap<string, string>;
  /** The custom headers of the default origin, by name. The origins that the function chooses inherit them. */
  readonly originHeaders: Readonly<Record<string, string>>;
  /** For responses of origins. The function's own responses are not changed. */
  readonly responseHeaders: ResponseHeaders;
  /** For the pages, including those that replace a response. */
  readonly pagesHeaders: ResponseHeaders;
}

interface ErrorPage {
  readonly status: number;
  readonly body: string;
}

/** AWS's managed policy that caches nothing. */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
/** AWS's managed policy that lets scripts of any origin read. */
const CORS_ALLOW_ALL_ORIGINS = '60669652-455b-4ae9-85a4-c4c02393f86c';
const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'];
const ALL_METHODS = [...READ_METHODS, 'PUT', 'POST', 'PATCH', 'DELETE'];

/** Does not affect responses, or applies only to CloudFront's own network. */
const unread = z.unknown().optional();

const association = <Event extends string>(event: Event) =>
  z.strictObject({ EventType: z.literal(event), FunctionARN: z.string() });

const behavior = {
  AllowedMethods: z.array(z.enum(ALL_METHODS)).default(['GET', 'HEAD']),
  CachedMethods: z.array(z.enum(READ_METHODS)).optional(),
  Compress: z.literal(false),
  TargetOriginId: z.string(),
  ViewerProtocolPolicy: z.literal('https-only'),
};
const Distribution = z.strictObject({
  DistributionConfig: z.strictObject({
    DefaultCacheBehavior: z.strictObject({
      ...behavior,
      // The function gives each request its own cache key, so nothing is served from the cache.
      CachePolicyId: z.string(),
      FunctionAssociations: z.tuple([association('viewer-request')], association('viewer-response')),
      OriginRequestPolicyId: unread,
      ResponseHeadersPolicyId: unread,
    }),
    CacheBehaviors: z.tuple([
      z.strictObject({
        ...behavior,
        CachePolicyId: z.literal(CACHING_DISABLED),
        PathPattern: z.string().regex(/^\/[^*?]+\/\*$/),
        ResponseHeadersPolicyId: z.literal(CORS_ALLOW_ALL_ORIGINS).optional(),
      }),
    ]),
    CustomErrorResponses: z
      .array(
        z.strictObject({
          ErrorCode: z.number(),
          ResponseCode: z.number().optional(),
          ResponsePagePath: z.string().optional(),
          ErrorCachingMinTTL: z.literal(0),
        }),
      )
      .default([]),
    Enabled: z.literal(true),
    Aliases: unread,
    Comment: unread,
    HttpVersion: unread,
    IPV6Enabled: unread,
    Logging: unread,
    Origins: z.array(
      z.looseObject({
        Id: z.string(),
        OriginCustomHeaders: z
          .array(
            z.strictObject({
              HeaderName: z.string().refine(isAllowedForOrigins, 'is not a header that an origin can be given'),
              HeaderValue: z.string(),
            }),
          )
          .default([]),
      }),
    ),
    PriceClass: unread,
    ViewerCertificate: unread,
    WebACLId: unread,
  }),
  Tags: unread,
});

/**
 * @param distribution properties of the AWS::CloudFront::Distribution
 * @param policy properties of the AWS::CloudFront::ResponseHeadersPolicy, if the template has one
 * @param pages the pages by name, such as `502.json`
 * @param requestPolicies must forward everything and cache nothing, as the local edge does
 * @throws naming what the local edge does not support, or what is inconsistent
 */
export function readEdgeSettings(
  distribution: unknown,
  policy: unknown,
  pages: Readonly<Record<string, string>>,
  requestPolicies: RequestPolicies = {},
): EdgeSettings {
  const { originRequestPolicy, cachePolicy } = requestPolicies;
  if (originRequestPolicy !== undefined) {
    parseSupported(OriginRequestPolicy, originRequestPolicy, 'the origin request policy');
  }
  if (cachePolicy !== undefined) parseSupported(CachePolicy, cachePolicy, 'the cache policy');
  const { DistributionConfig: config } = parseSupported(Distribution, distribution, 'the distribution');
  const { DefaultCacheBehavior: sandboxes, CacheBehaviors: behaviors } = config;
  if ((sandboxes.ResponseHeadersPolicyId === undefined) !== (policy === undefined)) {
    throw new Error(
      'the distribution: its default behavior has a response headers policy, or the template has one, not both',
    );
  }
  const [{ PathPattern: pattern, ResponseHeadersPolicyId: cors }] = behaviors;
  const [request, response] = sandboxes.FunctionAssociations;
  const pagesPath = pattern.slice(0, -1);
  const texts = new Map(Object.entries(pages).map(([name, text]) => [`${pagesPath}${name}`, text]));
  return {
    functions: [request.FunctionARN, response?.FunctionARN],
    methods: new Set(sandboxes.AllowedMethods),
    errorPages: new Map(
      config.CustomErrorResponses.flatMap(({ ErrorCode, ResponseCode = ErrorCode, ResponsePagePath: path }) => {
        // Without a page, it only sets how long the error is cached.
        if (path === undefined) return [];
        const body = texts.get(path);
        if (body === undefined) throw new Error(`the distribution: there is no page ${path}`);
        return [[ErrorCode, { status: ResponseCode, body }]];
      }),
    ),
    pagesPath,
    pages: texts,
    originHeaders: Object.fromEntries(
      config.Origins.filter(({ Id }) => Id === sandboxes.TargetOriginId).flatMap(({ OriginCustomHeaders: headers }) =>
        headers.map(({ HeaderName, HeaderValue }) => [HeaderName, HeaderValue]),
      ),
    ),
    responseHeaders: policy === undefined ? { set: [], remove: [] } : readResponseHeaders(policy),
    pagesHeaders: {
      set: cors === undefined ? [] : [{ name: 'access-control-allow-origin', value: '*', override: false }],
      remove: [],
    },
  };
}

/** Properties of the template's policies; undefined where it has none. */
interface RequestPolicies {
  /** Of the AWS::CloudFront::OriginRequestPolicy. */
  readonly originRequestPolicy?: unknown;
  /** Of the AWS::CloudFront::CachePolicy. */
  readonly cachePolicy?: unknown;
}

const OriginRequestPolicy = z.strictObject({
  OriginRequestPolicyConfig: z.strictObject({
    Name: unread,
    Comment: unread,
    CookiesConfig: z.strictObject({ CookieBehavior: z.literal('all') }),
    HeadersConfig: z.strictObject({
      HeaderBehavior: z.literal('allViewer'),
    }),
    QueryStringsConfig: z.strictObject({ QueryStringBehavior: z.literal('all') }),
  }),
});

/** Requests with the same cache key may share a response, so the function gives each a different header. */
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
