import { createHash, randomBytes } from 'node:crypto';
import { CONSOLE_SIGN_IN } from '../../../../shared/contract/shapes/sign-in-addresses.ts';

/** Who signs in: someone on the login page, or a mail address with groups. */
export type Choice = { readonly person: string } | { readonly email: string; readonly groups?: string };

export interface Tokens {
  readonly id_token: string;
  readonly access_token: string;
  readonly refresh_token?: string;
}

export interface SignIn {
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri?: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** A browser without scripts, at the pages of a provider of this machine. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  /** Signs in as a client with PKCE does, and returns the tokens. @throws with the page that came instead */
  async signIn(choice: Choice, options: SignIn): Promise<Tokens> {
    const { issuer, clientId, redirectUri = `http://127.0.0.1:3002${CONSOLE_SIGN_IN}` } = options;
    const verifier = randomBytes(32).toString('base64url');
    const code_challenge = createHash('sha256').update(verifier).digest('base64url');
    const asked = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email profile offline_access',
      code_challenge,
      code_challenge_method: 'S256',
      state: 'state',
      ...options.parameters,
    });
    const end = await this.follow(`${issuer}/auth?${asked}`, choice);
    const code = new URL(end).searchParams.get('code');
    if (code === null) throw new Error(`there is no code: ${end}`);
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
    return tokensOf(await postForm(`${issuer}/token`, { ...grant, client_id: clientId }));
  }

  /** Follows redirects, and chooses a person where the login page asks, up to the first address elsewhere. */
  async follow(url: string, choice: Choice): Promise<string> {
    const { origin } = new URL(url);
    let at = url;
    for (let steps = 0; steps < 10; steps += 1) {
      if (new URL(at).origin !== origin) return at;
      const response = await this.request(at, new URL(at).pathname.startsWith('/interaction/') ? choice : undefined);
      const next = response.headers.get('location');
      if (next === null) throw new Error(`${at} ${response.status}: ${await response.text()}`);
      at = new URL(next, at).href;
    }
    throw new Error(`too many redirects: ${at}`);
  }

  /** A GET, or a POST of a form, with the cookies so far. */
  async request(url: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = form && new URLSearchParams(form);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }
}

export async function postForm(url: string, form: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form) });
}

export async function tokensOf(response: Response): Promise<Tokens> {
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as Tokens;
}
