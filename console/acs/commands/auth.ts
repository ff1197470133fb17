import { hostname } from 'node:os';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import { type AskedFor, askForCode, awaitApproval } from '../../../shared/client/device-login.ts';
import { duration } from '../../../shared/presentation/time.ts';
import { loginScopes, scopes } from '../arguments/choices.ts';
import { verb } from '../command.ts';
import { Failure, wrongUsage } from '../output/failure.ts';
import { oneLine } from '../output/plain.ts';
import { startProgress } from '../output/progress.ts';
import { type Credentials, credentialsFile, readCredentials, writeCredentials } from '../session/credentials.ts';
import { askSecret, readStdin } from '../session/prompts.ts';
import { chosenAddress, clientOf, currentKey, type Say, warnIfExposed } from '../session/session.ts';

/** The format of a key. It catches typing errors before the request. */
const KEY = /^[\x21-\x7e]{8,512}$/;

export const login = verb({
  command: 'login',
  describe: 'Sign in with an API key or in a browser',
  options: {
    'with-key': { type: 'boolean', describe: 'Read the API key from stdin' },
    device: { type: 'boolean', describe: 'Approve this machine in a browser where you are signed in' },
    scopes: {
      type: 'string',
      array: true,
      choices: scopes,
      requiresArg: true,
      describe: 'With --device: the scopes to ask for, by default those of all commands',
    },
  },
  examples: [
    ['login', 'Prompt for the API key'],
    ['login --with-key < key.txt', 'Read it from a file'],
    ['login --device --url https://api.example.com', 'Show a code and the page to approve it on'],
    ['login --device --scopes conversations:read usage:read', 'Ask for a key that only reads these'],
  ],
  run: async ({ 'with-key': withKey, device, scopes: asked }, { out, url }) => {
    if (withKey && device) throw wrongUsage('--with-key and --device cannot be combined.');
    if (asked && !device) throw wrongUsage('--scopes requires --device.');
    const credentials = await readCredentials();
    const address = chosenAddress(url, credentials);
    const say = (text: string) => out.say(text);
    warnIfExposed(address, say);
    say(`The API key will be stored in ${credentialsFile()}, readable only by you.`);
    const key = device ? await loginByDevice(address, asked ?? loginScopes, say) : await typedKey(withKey);
    const current = await currentKey(clientOf(address, key, say));
    const services = { ...credentials.services, [address]: { api_key: key } };
    await writeCredentials({ current: address, services });
    out.show({ address, owner: current.user_id, key_id: current.id, scopes: current.scopes }, () => {
      return `Signed in to ${address} as ${current.user_id}.`;
    });
  },
});

async function typedKey(withKey: boolean | undefined): Promise<string> {
  const key = withKey ? await readStdin() : await askSecret('API key', 'Pass it on stdin: acs login --with-key < FILE');
  if (!KEY.test(key)) throw new Failure('The API key is not valid.', 'Enter the whole key. It starts with acs_.');
  return key;
}

/** Device login (RFC 8628): shows a code and the page to approve it on. @returns the key @throws Failure, ApiProblem */
async function loginByDevice(address: string, asked: AskedFor['scopes'], say: Say): Promise<string> {
  // These operations need no key.
  const { api } = clientOf(address, '', () => undefined);
  const host = hostNameOf(hostname());
  const code = await askForCode(api, { scopes: asked, clientName: 'acs', deviceName: host });
  say(`Open ${oneLine(code.verification_uri_complete)}`);
  say(`and approve the code ${oneLine(code.user_code)}, requested by acs on ${host}.`);
  const progress = startProgress(`Waiting for approval (the code expires in ${duration(code.expires_in * 1000)})`);
  try {
    const key = await awaitApproval(api, code);
    progress.done('Approved.');
    return key;
  } catch (error) {
    progress.failed('Not signed in.');
    throw error instanceof ApiProblem ? explained(error) : error;
  }
}

/** A host name as a line that the service accepts. */
function hostNameOf(name: string): string {
  return oneLine(name).trim().slice(0, 60) || 'this machine';
}

function explained(problem: ApiProblem): Failure | ApiProblem {
  if (problem.code === 'access_denied') return new Failure(`The sign-in was denied: ${oneLine(problem.message)}.`);
  if (problem.code === 'expired_token')
    return new Failure('The code has expired.', 'Get a new one: acs login --device');
  return problem;
}

export const logout = verb({
  command: 'logout',
  describe: 'Sign out: remove the stored API key',
  options: {
    revoke: { type: 'boolean', describe: 'Also revoke the key' },
  },
  examples: [
    ['logout', 'The key still works elsewhere'],
    ['logout --revoke', 'The key stops working everywhere'],
  ],
  run: async ({ revoke }, { out, url }) => {
    const credentials = await readCredentials();
    const address = chosenAddress(url, credentials);
    const stored = credentials.services[address];
    if (stored === undefined) throw new Failure(`Not signed in to ${address}.`);
    if (revoke) {
      const client = clientOf(address, stored.api_key, (text) => out.say(text));
      const { id } = await currentKey(client);
      await answerOf(client.api.DELETE('/api/keys/{key_id}', { params: { path: { key_id: id } } }));
    }
    await writeCredentials(without(credentials, address));
    out.show({ address, revoked: revoke === true }, () => {
      return revoke
        ? `Signed out of ${address}; the key is revoked.`
        : `Signed out of ${address}; the key still works elsewhere.`;
    });
  },
});

function without({ current, services }: Credentials, address: string): Credentials {
  const left = Object.fromEntries(Object.entries(services).filter(([name]) => name !== address));
  return { current: current === address ? (Object.keys(left)[0] ?? null) : current, services: left };
}

export const whoami = verb({
  command: 'whoami',
  describe: 'Show the owner, the API key and its scopes',
  examples: [['whoami --json', 'As JSON']],
  run: async (_, { out, session }) => {
    const { address, client, source } = await session();
    const { id, name, user_id: owner, scopes } = await currentKey(client);
    out.show({ address, owner, key_id: id, key_name: name, scopes, source }, () =>
      out.details([
        ['Service', address],
        ['Owner', owner],
        ['Key', name === null ? id : `${id} (${name})`],
        ['Scopes', scopes.join(', ')],
        ['Key from', source === 'environment' ? 'ACS_API_KEY' : 'acs login'],
      ]),
    );
  },
});
