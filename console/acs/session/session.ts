import { answerOf } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import { keyOfEnvironment, urlOfEnvironment } from '../environment.ts';
import { exitCodes, Failure, wrongUsage } from '../output/failure.ts';
import { serviceClock } from '../service-clock.ts';
import { type Credentials, exposure, readCredentials } from './credentials.ts';
import { Outage } from './outage.ts';
import { answersOnly, serviceFetch } from './service-fetch.ts';

export type Say = (text: string) => void;

/** The service and the key for its requests. */
export interface Session {
  readonly address: string;
  readonly apiKey: string;
  /** The origin of the key. */
  readonly source: 'environment' | 'file';
  readonly client: ServiceClient;
}

/** The URL of the service: `--url`, ACS_URL, the last sign-in, or the default. */
export function chosenAddress(url: string | undefined, { current }: Credentials): string {
  return addressOf(url ?? urlOfEnvironment() ?? current ?? DEFAULT_ADDRESS);
}

/** @throws Failure when there is no key for the URL */
export async function openSession(url: string | undefined, say: Say): Promise<Session> {
  const ofEnvironment = keyOfEnvironment();
  const credentials = await readCredentials();
  const address = chosenAddress(url, credentials);
  warnIfExposed(address, say);
  if (ofEnvironment !== undefined) {
    const client = clientOf(address, ofEnvironment, say);
    return { address, apiKey: ofEnvironment, source: 'environment', client };
  }
  const kept = credentials.services[address];
  if (kept === undefined) throw notSignedIn(address);
  const warning = await exposure();
  if (warning !== undefined) say(`Warning: ${warning}`);
  return { address, apiKey: kept.api_key, source: 'file', client: clientOf(address, kept.api_key, say) };
}

/** Warns when requests to a URL are not encrypted. */
export function warnIfExposed(address: string, say: Say): void {
  if (isExposed(address)) say(`Warning: ${address} does not use TLS. Others on the network can read the API key.`);
}

export function clientOf(baseUrl: string, apiKey: string, say: Say, orgId?: string): ServiceClient {
  const outage = new Outage(baseUrl, say);
  const patient = serviceFetch(baseUrl, (notice) => outage.isReported || say(notice));
  return new ServiceClient({
    baseUrl,
    apiKey,
    orgId,
    fetch: outage.endedBy(serviceClock.reading(answersOnly(baseUrl, patient))),
    retries: { onRetry: (outcome, pause) => outage.report(outcome, pause) },
  });
}

function notSignedIn(address: string): Failure {
  return new Failure(`Not signed in to ${address}.`, 'Sign in: acs login. Or set ACS_API_KEY.', exitCodes.notSignedIn);
}

export const DEFAULT_ADDRESS = 'http://127.0.0.1:3000';

/** Normalises a URL: no trailing slash, no query. @throws Failure (usage) */
export function addressOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw wrongUsage('--url (or ACS_URL) is not a URL.', `Enter the full URL, such as ${DEFAULT_ADDRESS}.`);
  if (url.username !== '' || url.password !== '')
    throw wrongUsage('--url (or ACS_URL) must not contain a user name or password.');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Whether requests to this URL are not encrypted and leave the machine. */
export function isExposed(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$|\.localhost$/.test(hostname);
}

/** The key of the session, from the service. */
export function currentKey(client: ServiceClient): Promise<components['schemas']['CurrentKey']> {
  return answerOf(client.api.GET('/api/keys/current'));
}
