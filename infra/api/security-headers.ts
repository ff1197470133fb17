import httpSecurityHeaders from '@middy/http-security-headers';
import { securityHeaders } from '../../shared/http/answers/security-headers.ts';

/** The security headers of functions' answers, for what API Gateway answers itself: made by the same middleware. */
export function securityHeadersOfFunctions(): Readonly<Record<string, string>> {
  const request = { response: { statusCode: 200, headers: {}, body: '' } };
  httpSecurityHeaders(securityHeaders).after?.(request as never);
  return request.response.headers;
}
