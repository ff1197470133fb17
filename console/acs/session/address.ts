import { wrongUsage } from '../output/failure.ts';

export const DEFAULT_ADDRESS = 'http://127.0.0.1:3000';

/** An address as the client takes it: no slash at its end, nothing after the path. @throws Failure (usage) */
export function addressOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw wrongUsage('--url (or ACS_URL) is not a URL.', `Write it in full, such as ${DEFAULT_ADDRESS}.`);
  if (url.username !== '' || url.password !== '')
    throw wrongUsage('--url (or ACS_URL) must not hold a user name or password.');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Whether what is sent there can be read on the way. */
export function isExposed(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$|\.localhost$/.test(hostname);
}
