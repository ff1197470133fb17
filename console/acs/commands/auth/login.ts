import { verb } from '../../command.ts';
import { Failure, wrongUsage } from '../../output/failure.ts';
import { readCredentials, writeCredentials } from '../../session/credentials.ts';
import { loginByDevice } from '../../session/device-login.ts';
import { currentKey } from '../../session/owner.ts';
import { askSecret, readStdin } from '../../session/prompts.ts';
import { chosenAddress, clientOf, warnIfExposed } from '../../session/session.ts';

/** What a key looks like, so that a slip is seen before anything is sent. */
const KEY = /^[\x21-\x7e]{8,512}$/;

export const login = verb({
  command: 'login',
  describe: 'Sign in with an API key or in a browser',
  options: {
    'with-key': { type: 'boolean', describe: 'Read the API key from stdin' },
    device: { type: 'boolean', describe: 'Approve this machine in a browser where you are signed in' },
  },
  examples: [
    ['login', 'Prompt for the API key'],
    ['login --with-key < key.txt', 'Read it from a file'],
    ['login --device --url https://api.example.com', 'Show a code and the page to approve it on'],
  ],
  run: async ({ 'with-key': withKey, device }, { out, url }) => {
    if (withKey && device) throw wrongUsage('--with-key and --device cannot be combined.');
    const credentials = await readCredentials();
    const address = chosenAddress(url, credentials);
    const say = (text: string) => out.say(text);
    warnIfExposed(address, say);
    const key = device ? await loginByDevice(address, say) : await typedKey(withKey);
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
  if (!KEY.test(key)) throw new Failure('This is not an API key.', 'A key is one word that begins with acs_.');
  return key;
}
