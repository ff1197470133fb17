import { Failure } from '../output/failure.ts';
import { oneLine } from '../output/plain.ts';
import { serviceFetch } from './service-fetch.ts';

/**
 * Where the service leads people who open a path of it in a browser.
 *
 * @param path with its slash
 * @throws Failure when it leads nowhere: it has no console
 */
export async function pageOf(address: string, path: string): Promise<string> {
  const response = await serviceFetch(address, () => undefined)(`${address}${path}`, {
    headers: { Accept: 'text/html' },
    redirect: 'manual',
  });
  await response.body?.cancel();
  const location = response.headers.get('location');
  const url = location === null ? null : URL.parse(location, address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Failure(`${address} does not lead to a console (${response.status}).`);
  return oneLine(url.href);
}
