const all = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'];
const behavior = {
  // The managed policy CachingDisabled of CloudFront.
  CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
  Compress: false,
  TargetOriginId: 'pages',
  ViewerProtocolPolicy: 'https-only',
};

export const aDefaultBehavior = {
  ...behavior,
  AllowedMethods: all,
  FunctionAssociations: [
    { EventType: 'viewer-request', FunctionARN: 'arn:aws:cloudfront::000000000000:function/edge' },
  ],
  OriginRequestPolicyId: 'everything',
};

/** Properties of the deployed distribution with changes to its configuration. */
export function aDistribution(changes: object = {}) {
  return {
    DistributionConfig: {
      CacheBehaviors: [
        { ...behavior, PathPattern: '/_edge/*', ResponseHeadersPolicyId: '60669652-455b-4ae9-85a4-c4c02393f86c' },
      ],
      Comment: 'Sandboxes',
      CustomErrorResponses: [502, 504].map((status) => ({
        ErrorCachingMinTTL: 0,
        ErrorCode: status,
        ResponseCode: status,
        ResponsePagePath: `/_edge/${status}.json`,
      })),
      DefaultCacheBehavior: { ...aDefaultBehavior, ResponseHeadersPolicyId: 'shared-host' },
      Enabled: true,
      HttpVersion: 'http2',
      IPV6Enabled: true,
      Origins: [{ Id: 'pages', OriginCustomHeaders: [{ HeaderName: 'X-Forwarded-Proto', HeaderValue: 'https' }] }],
      PriceClass: 'PriceClass_All',
      ...changes,
    },
  };
}

export const aResponseHeadersPolicy = {
  ResponseHeadersPolicyConfig: {
    Comment: 'Pages of sandboxes on their common host have no origin and no cookies',
    Name: 'shared-host',
    RemoveHeadersConfig: { Items: [{ Header: 'Set-Cookie' }] },
    SecurityHeadersConfig: {
      ContentSecurityPolicy: { ContentSecurityPolicy: 'sandbox', Override: true },
      ContentTypeOptions: { Override: true },
    },
  },
};

export const somePages = Object.fromEntries(
  [502, 504].map((status) => [`${status}.json`, JSON.stringify({ status, code: 'sandbox_moved' })]),
);
