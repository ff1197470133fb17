import type { Limits } from '../shapes/limits.ts';
import type { Descent } from '../shapes/lineages.ts';
import type { Scope } from '../shapes/scopes.ts';
import type { Endpoint } from './endpoint.ts';

/** The caller that the authorizer identified by the API key. */
export interface Caller extends Descent {
  readonly ownerId: string;
  readonly keyId: string;
  readonly keyName: string | null;
  /** The header that contained the key. Legacy creation treats `Authorization: Bearer` as a sign of a program. */
  readonly scheme: 'bearer' | 'session-header';
  readonly scopes: readonly Scope[];
  /** The key's own limits, within those of its owner. */
  readonly limits: Limits;
}

/** The origin of a request, for the audit log. */
export interface RequestOrigin {
  readonly requestId: string;
  /** The source IP address that API Gateway saw. */
  readonly sourceIp: string | null;
  /** The User-Agent header, at most 500 characters. */
  readonly userAgent: string | null;
  /** The endpoint of a change whose transaction writes the entry. */
  readonly endpoint?: Pick<Endpoint, 'method' | 'path' | 'success'>;
}
