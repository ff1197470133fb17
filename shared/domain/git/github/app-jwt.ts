import { sign } from 'node:crypto';

/** GitHub's advice against clocks that differ, in seconds. */
const EARLIER = 60;

/** GitHub accepts ten minutes from its own clock, in seconds. */
const VALID = 9 * 60;

/** The token by which a GitHub App proves who it is (RFC 7519, RS256). @param appId the App ID or the client ID */
export function appJwt(appId: string, privateKey: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const claims = { iat: seconds - EARLIER, exp: seconds + VALID, iss: appId };
  const signed = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
