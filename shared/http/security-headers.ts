/** Headers for documents mean nothing to an API; resources must be readable from other origins, as CORS decides who may read. */
export const securityHeaders = {
  contentSecurityPolicy: false,
  permissionsPolicy: false,
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  originAgentCluster: false,
  downloadOptions: false,
  permittedCrossDomainPolicies: false,
} as const;
