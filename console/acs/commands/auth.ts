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
import { hostName, loggedIn, revokeDropped, revokeKey, usedProvider } from '../session/person-login.ts';
import { askSecret, isInteractive, readStdin } from '../session/prompts.ts';
import { chosenAddress, clientOf, currentKey, type Say, warnIfExposed } from '../session/session.ts';

/** The format of a key. It catches typing errors before the request. */
const KEY = /^[\x21-\x7e]{8,512}$/;

export const login = verb({
  command: 'login',
  describe: 'Sign in with a browser or an API key',
  options: {
    web: { type: 'boolean', describe: 'Sign in at the identity provider in a browser (the default if there is one)' },
    owner: { type: 'string', requiresArg: true, describe: 'The owner to work for (with a sign-in in the browser)' },
    'with-key': { type: 'boolean', describe: 'Read the API key from stdin' },
    device: { type: 'boolean', describe: 'Show a code, and approve it in a browser where you are signed in' },
    scopes: {
      type: 'string',
      array: true,
      choices: scopes,
      requiresArg: true,
      describe: 'With --device: scopes to ask for (default: those that the commands need)',
    },
  },
  examples: [
    ['login', 'Open the sign-in page of your company, or prompt for an API key'],
    ['login --owner acme', 'Work for one of several owners'],
    ['login --with-key < key.txt', 'Read it from a file'],
    ['login --device --url https://api.example.com', 'Show a code and the page to approve it on'],
    ['login --device --scopes conversations:read usage:read', 'Ask for a key that can only read these'],
  ],
  run: async ({ web, owner, 'with-key': withKey, device, scopes: asked }, { out, url }) => {
    const ways = Object.entries({ '--web': web, '--with-key': withKey, '--device': device }).filter(([, is]) => is);
    if (ways.length > 1) throw wrongUsage(`${ways.map(([name]) => name).join(' and ')} cannot be combined.`);
    if (owner !== undefined && (withKey || device))
      throw wrongUsage('--owner cannot be combined with --with-key or --device.');
    if (asked && !device) throw wrongUsage('--scopes requires --device.');
    const credentials = await readCredentials();
    const address = chosenAddress(url, credentials);
    const say = (text: string) => out.say(text);
    warnIfExposed(address, say);
    say(`The API key will be stored in ${credentialsFile()}, readable only by you.`);
    const before = credentials.services[address];
    const isAsked = web === true || owner !== undefined;
    const provider = withKey || device ? null : await usedProvider(address, { isAsked }, say);
    if (provider !== null && !isAsked && !isInteractive())
      throw wrongUsage('There is no terminal to ask on.', 'Choose how to sign in: --web, --device or --with-key.');
    const stored = provider
      ? await loggedIn(provider, { address, owner, wanted: loginScopes, before, say })
      : { api_key: device ? await loginByDevice(address, asked ?? loginScopes, say) : await typedKey(withKey) };
    const current = await currentKey(clientOf(address, stored.api_key, say));
    await writeCredentials({ current: address, services: { ...credentials.services, [address]: stored } });
    await revokeDropped(address, before, stored, say);
    const { id, owner_id: name, member, scopes: held } = current;
    out.show({ address, owner: name, user_id: member?.id ?? null, key_id: id, scopes: held }, () => {
      const who = member ? `${oneLine(member.name ?? member.email ?? member.id)}, for ${oneLine(name)}` : oneLine(name);
      return `Signed in to ${address} as ${who}.`;
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
  const host = hostName();
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
    revoke: { type: 'boolean', describe: 'Also revoke the key. Keys from a sign-in in a browser are always revoked.' },
  },
  examples: [
    ['logout', 'A key that you entered still works elsewhere'],
    ['logout --revoke', 'The key stops working everywhere'],
  ],
  run: async ({ revoke: isAsked }, { out, url }) => {
    const credentials = await readCredentials();
    const address = chosenAddress(url, credentials);
    const stored = credentials.services[address];
    if (stored === undefined) throw new Failure(`Not signed in to ${address}.`);
    const say = (text: string) => out.say(text);
    const isOwn = stored.owner !== undefined;
    let revoked = isOwn || isAsked === true;
    if (isOwn) {
      for (const key of [stored.api_key, ...Object.values(stored.others ?? {})])
        if (!(await revokeKey(address, key, say))) revoked = false;
    } else if (isAsked) {
      const client = clientOf(address, stored.api_key, say);
      const { id } = await currentKey(client);
      await answerOf(client.api.DELETE('/api/keys/{key_id}', { params: { path: { key_id: id } } }));
    }
    await writeCredentials(without(credentials, address));
    out.show({ address, revoked }, () => {
      return revoked
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
  describe: 'Show the owner, the person, the API key and its scopes',
  examples: [['whoami --json', 'As JSON']],
  run: async (_, { out, session }) => {
    const { address, client, source } = await session();
    const { id, name, owner_id: owner, member, scopes } = await currentKey(client);
    const user_id = member?.id ?? null;
    out.show({ address, owner, user_id, member, key_id: id, key_name: name, scopes, source }, () =>
      out.details([
        ['Service', address],
        ['Owner', owner],
        ['Person', member && `${member.name ?? member.email ?? member.id}, ${member.role}`],
        ['Key', name === null ? id : `${id} (${name})`],
        ['Scopes', scopes.join(', ')],
        ['Key from', source === 'environment' ? 'ACS_API_KEY' : 'acs login'],
      ]),
    );
  },
});
