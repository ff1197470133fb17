import { LOCAL_CLIENT } from '../../../infra/local/people/people.ts';
import { Browser, type Choice } from '../accounts/people/browser.ts';
import { Api } from './api.ts';
import { HostedService } from './hosted-service.ts';
import { rememberSecret } from './secrets-of-run.ts';
import type { ServiceAddress } from './service-address.ts';

/** Who signed in. */
export interface Person {
  readonly id: string;
  readonly api: Api;
  readonly token: string;
}

/** An operator, who is not among the people on the login page. */
export const olga: Choice = { email: 'olga@acme.example', groups: 'acs-operators' };

/** A service of its own whose people sign in at a provider of this machine. */
export class ServiceWithPeople {
  readonly hosted: HostedService;
  readonly address: ServiceAddress;
  readonly #issuer: string;

  private constructor(hosted: HostedService, address: ServiceAddress, issuer: string) {
    this.hosted = hosted;
    this.address = address;
    this.#issuer = issuer;
  }

  /** @param settings override those of cdk.json */
  static async start(settings: Readonly<Record<string, unknown>> = {}): Promise<ServiceWithPeople> {
    const hosted = await HostedService.make('sources', settings, ['--sandbox-paths', '--oidc']);
    try {
      const address = await hosted.start();
      const { body } = await new Api(address.baseUrl).get('/api/v1/web-client/config');
      return new ServiceWithPeople(hosted, address, body.oidc.issuer);
    } catch (error) {
      await hosted.end();
      throw error;
    }
  }

  get stateDirectory(): string {
    return this.hosted.stateDirectory;
  }

  /** A token of a person, who may be a member of nothing. */
  async tokenOf(choice: Choice): Promise<string> {
    const { id_token: token } = await new Browser().signIn(choice, { issuer: this.#issuer, clientId: LOCAL_CLIENT });
    rememberSecret('the token of a person', token);
    return token;
  }

  async signIn(choice: Choice): Promise<Person> {
    const token = await this.tokenOf(choice);
    const api = Api.withBearer(this.address.baseUrl, token);
    const { status, body, text } = await api.post('/api/v1/sign-in');
    if (status !== 200) throw new Error(`the sign-in answered ${status}: ${text}`);
    return { id: body.user.id, api, token };
  }

  /** Signs in, and accepts an invitation to the organization of the inviter. */
  async join(email: string, role: string, inviter: Api): Promise<Person> {
    const { body } = await inviter.post(`${await organizationPath(inviter)}/members/invite`, { emails: [email], role });
    const [{ token }] = body.successful;
    rememberSecret('the token of an invitation', token);
    const person = await this.signIn({ email });
    const { status, text } = await person.api.post('/api/organizations/members/invite/accept', { token });
    if (status !== 200) throw new Error(`the invitation answered ${status}: ${text}`);
    return person;
  }

  /** An API key that the caller makes. */
  async keyOf(maker: Api, body: unknown = {}, path = '/api/keys'): Promise<{ readonly id: string; readonly api: Api }> {
    const { status, body: made, text } = await maker.post(path, body);
    if (status >= 300) throw new Error(`the key answered ${status}: ${text}`);
    return { id: made.id, api: this.withKey(made.key) };
  }

  withKey(key: string): Api {
    rememberSecret('an API key', key);
    return Api.withKey(this.address.baseUrl, key);
  }

  end(): Promise<void> {
    return this.hosted.end();
  }
}

/** The ID of the organization that requests of the caller are for. */
export async function organizationOf(api: Api): Promise<string> {
  return (await api.get('/api/organizations')).body.current_org_id;
}

export async function organizationPath(api: Api): Promise<string> {
  return `/api/organizations/${await organizationOf(api)}`;
}
