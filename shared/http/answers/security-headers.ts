/** CORS decides who may read, so resources must be readable from other origins. */
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
