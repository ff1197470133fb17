type Input = Readonly<Record<string, unknown>>;

interface SesRequest {
  readonly operation: 'SendEmail' | 'GetAccount' | 'GetEmailIdentity';
  readonly input: Input;
}

const IDENTITY = /^\/v2\/email\/identities\/([^/]+)$/;

/** @returns undefined for a request that is not for SES */
export function sesRequest(
  { method, url }: { readonly method: string; readonly url: string },
  body: () => Input,
): SesRequest | undefined {
  const { pathname } = new URL(url, 'http://local');
  if (method === 'POST' && pathname === '/v2/email/outbound-emails') return { operation: 'SendEmail', input: body() };
  if (method === 'GET' && pathname === '/v2/email/account') return { operation: 'GetAccount', input: {} };
  const identity = method === 'GET' ? IDENTITY.exec(pathname)?.[1] : undefined;
  if (identity === undefined) return undefined;
  return { operation: 'GetEmailIdentity', input: { EmailIdentity: decodeURIComponent(identity) } };
}
