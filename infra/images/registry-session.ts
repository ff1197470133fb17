import { UserError } from '../local/terminal/user-error.ts';
import { isLoopback } from './image-reference.ts';

export interface RegistryCredentials {
  readonly username: string;
  readonly password: string;
}

type Challenge =
  | { readonly scheme: 'basic' }
  | { readonly scheme: 'bearer'; readonly realm: URL; readonly service: string; readonly scope: string };

/** Calls of one registry about one repository, with the token that the registry asks for. */
export class RegistrySession {
  readonly #base: string;
  readonly #scope: string;
  readonly #credentials: RegistryCredentials | undefined;
  #authorization: string | undefined;

  /** @param actions `pull`, or `pull,push` */
  constructor(base: string, repository: string, actions: string, credentials?: RegistryCredentials) {
    this.#base = base;
    this.#scope = `repository:${repository}:${actions}`;
    this.#credentials = credentials;
  }

  /**
   * A request with authorisation; a token that is missing or has expired is fetched once.
   *
   * @param target a path, or an absolute address that the registry gave
   * @param body made anew for a second try
   */
  async request(
    target: string,
    init: RequestInit = {},
    body?: () => NonNullable<RequestInit['body']>,
  ): Promise<Response> {
    const url = new URL(target, this.#base);
    const send = () =>
      fetch(url, {
        ...init,
        headers: { ...init.headers, ...this.#header(url) },
        ...(body && { body: body(), duplex: 'half' }),
      } as RequestInit);
    const response = await send();
    if (response.status !== 401) return response;
    await response.body?.cancel();
    this.#authorization = await this.#authorize(response);
    return send();
  }

  /** Credentials stay with the registry that they are for. */
  #header(url: URL): Record<string, string> {
    const isOwn = url.origin === new URL(this.#base).origin;
    return isOwn && this.#authorization !== undefined ? { authorization: this.#authorization } : {};
  }

  async #authorize(response: Response): Promise<string> {
    const challenge = readChallenge(response.headers.get('www-authenticate') ?? '');
    if (challenge.scheme === 'bearer') return `Bearer ${await this.#token(challenge)}`;
    if (!this.#credentials) throw new UserError(`The registry ${this.#base} wants a user name and a password.`);
    return basic(this.#credentials);
  }

  async #token({ realm, service, scope }: Extract<Challenge, { scheme: 'bearer' }>): Promise<string> {
    if (realm.protocol !== 'https:' && !isLoopback(realm.hostname)) {
      throw new UserError(`The registry ${this.#base} sends clients to ${realm.origin} for a token, without TLS.`);
    }
    realm.searchParams.set('service', service);
    realm.searchParams.set('scope', scope || this.#scope);
    const headers = this.#credentials ? { authorization: basic(this.#credentials) } : {};
    const response = await fetch(realm, { headers });
    if (!response.ok) {
      await response.body?.cancel();
      throw new UserError(
        `The registry ${this.#base} gives no token for ${scope || this.#scope} (${response.status}): for a private image set REGISTRY_USERNAME and REGISTRY_PASSWORD.`,
      );
    }
    const { token, access_token: accessToken } = (await response.json()) as { token?: string; access_token?: string };
    const found = token ?? accessToken;
    if (found === undefined) throw new Error(`The token service ${realm.origin} answered without a token.`);
    return found;
  }
}

function basic({ username, password }: RegistryCredentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** `Bearer realm="https://…",service="…",scope="…"`, or `Basic …`. @throws UserError for another scheme */
function readChallenge(header: string): Challenge {
  if (/^basic\b/i.test(header)) return { scheme: 'basic' };
  const fields = new Map([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
  const realm = fields.get('realm');
  if (!/^bearer\b/i.test(header) || realm === undefined || !URL.canParse(realm)) {
    throw new UserError('The registry refuses the request, and names no way to sign in that is known here.');
  }
  return {
    scheme: 'bearer',
    realm: new URL(realm),
    service: fields.get('service') ?? '',
    scope: fields.get('scope') ?? '',
  };
}
