import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import Provider from 'oidc-provider';
import { type OwnName, ownNames } from '../sockets/listen.ts';
import { type LoopbackPort, ServedPort } from '../sockets/loopback-port.ts';
import { loginPage } from './login-page.ts';
import { type LocalPerson, localPeople, someoneElse } from './people.ts';
import { keepKeys, keptKeys, newSigningKeys, type ProviderKeys } from './provider-keys.ts';
import { ProviderRows } from './provider-rows.ts';
import { providerSettings } from './provider-settings.ts';

interface ProviderOptions {
  /** A held port, or a number; 0 takes any free one. */
  readonly port: LoopbackPort | number;
  /** Where keys and sessions are kept; without one, they end with the provider. */
  readonly folder?: string | undefined;
  readonly log: (level: 'info' | 'error', message: string) => void;
}

const MAX_FORM_BYTES = 10_000;

/**
 * An OpenID provider for trying things on one machine. It asks for no password: each program that reaches its port can
 * sign in as anyone.
 */
export class LocalProvider {
  readonly #options: ProviderOptions;
  readonly #rows: ProviderRows;
  readonly #server: Server;
  readonly #port = new ServedPort();
  readonly #isOwnName: OwnName = ownNames([]);
  #keys: ProviderKeys;
  #issuer = '';
  #provider: Provider | undefined;

  private constructor(options: ProviderOptions, rows: ProviderRows, keys: ProviderKeys) {
    this.#options = options;
    this.#rows = rows;
    this.#keys = keys;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => this.#fail(response, error));
    });
  }

  /** @throws when the port is not available */
  static async start(options: ProviderOptions): Promise<LocalProvider> {
    const { folder } = options;
    const rows = await ProviderRows.open(folder && join(folder, 'sessions.json'));
    const provider = new LocalProvider(options, rows, await keptKeys(folder && join(folder, 'keys.json')));
    provider.#issuer = issuerAt(await provider.#port.listen(provider.#server, options.port));
    provider.#provide();
    return provider;
  }

  get issuer(): string {
    return this.#issuer;
  }

  /** Signs with new keys from now on. Tokens of the earlier ones stay valid only if these are still published. */
  async rotateKeys({ publishEarlier }: { readonly publishEarlier: boolean }): Promise<void> {
    const earlier = publishEarlier ? this.#keys.signing : [];
    this.#keys = { ...this.#keys, signing: [...(await newSigningKeys()), ...earlier] };
    const { folder } = this.#options;
    if (folder !== undefined) await keepKeys(join(folder, 'keys.json'), this.#keys);
    this.#provide();
  }

  async stop(): Promise<void> {
    await this.#port.stop(0);
    await this.#rows.settled();
  }

  #provide(): void {
    const find = (sub: string) => this.#find(sub);
    const provider = new Provider(this.#issuer, providerSettings({ rows: this.#rows, keys: this.#keys, find }));
    provider.on('server_error', (_, error) => this.#options.log('error', error.stack ?? error.message));
    this.#provider = provider;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = this.#provider;
    const { host: hosts = [] } = request.headersDistinct;
    if (!provider || hosts.length !== 1 || !this.#isOwnName(hosts[0])) {
      response.writeHead(403, { 'Content-Type': 'text/plain' }).end('Use the address http://localhost.\n');
      return;
    }
    const [path = ''] = (request.url ?? '').split('?');
    this.#options.log('info', `${request.method} ${path}`);
    if (/^\/interaction\/[\w-]+$/.test(path)) await this.#signIn(provider, request, response);
    else await provider.callback()(request, response);
  }

  async #signIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params } = await provider.interactionDetails(request, response);
    if (prompt.name === 'consent') return provider.interactionFinished(request, response, { consent: {} });
    if (request.method !== 'POST') {
      const { login_hint: hint } = params;
      return showLogin(response, { hint: typeof hint === 'string' ? hint : undefined });
    }
    const form = new URLSearchParams(await textOf(request));
    const person = await this.#chosen(form);
    if (person === undefined)
      return showLogin(response, { problem: 'Enter a valid mail address, and group names separated by spaces.' });
    await provider.interactionFinished(request, response, { login: { accountId: person.sub } });
  }

  async #chosen(form: URLSearchParams): Promise<LocalPerson | undefined> {
    const listed = localPeople.find(({ sub }) => sub === form.get('person'));
    if (listed) return listed;
    const person = someoneElse({ email: form.get('email') ?? '', groups: form.get('groups') ?? '' });
    if (person) await this.#rows.adapterOf('Person').upsert(person.sub, { person });
    return person;
  }

  async #find(sub: string): Promise<LocalPerson | undefined> {
    const listed = localPeople.find((person) => person.sub === sub);
    if (listed) return listed;
    const row = await this.#rows.adapterOf('Person').find(sub);
    return row ? (row.person as LocalPerson) : undefined;
  }

  /** An interaction that is over, or one of before the state was removed, is answered with how to go on. */
  #fail(response: ServerResponse, error: unknown): void {
    const isOver = Object(error).error === 'invalid_request';
    if (!isOver) this.#options.log('error', error instanceof Error ? (error.stack ?? error.message) : String(error));
    if (response.headersSent) return void response.destroy();
    const text = isOver
      ? 'This sign-in is complete or has expired. Return to the console and sign in again.'
      : 'The provider failed.';
    response.writeHead(isOver ? 400 : 500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
  }
}

/** By name: browsers treat it as secure, and Node.js resolves it without a network. */
function issuerAt(port: number): string {
  return `http://localhost:${port}`;
}

function showLogin(response: ServerResponse, options: Parameters<typeof loginPage>[0]): void {
  response.writeHead(options.problem === undefined ? 200 : 400, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  });
  response.end(loginPage(options));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > MAX_FORM_BYTES) throw new Error('the form is too long');
  }
  return text;
}
