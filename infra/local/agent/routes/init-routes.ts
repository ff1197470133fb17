import { isAcceptedKey } from '../access.ts';
import { readJson } from '../http/body.ts';
import { HttpError } from '../http/http-error.ts';
import type { Route, RoutedRequest } from '../http/router.ts';
import { readInitRequest } from '../init-request.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Settings } from '../settings.ts';

/**
 * The deferred start. Its key is the secret key that the process booted with, also after the initialisation has replaced it.
 * The state needs no key: it tells nothing secret, and whoever waits for the server may not hold the key.
 */
export function initRoutes(lifecycle: Lifecycle, booted: Settings): readonly Route[] {
  const path = '/api/init';
  const requireDeferred = () => {
    if (!booted.deferredInit) throw new HttpError(404, 'server is not running with OH_DEFERRED_INIT=true');
  };
  const initialise = async ({ incoming }: RoutedRequest) => {
    requireDeferred();
    const key = incoming.headers['x-init-api-key'];
    if (!isAcceptedKey(key?.toString(), booted.secretKey ? [booted.secretKey] : [])) throw new HttpError(401);
    return { status: 200, body: lifecycle.initialise(readInitRequest(await readJson(incoming))) };
  };
  const status = () => {
    requireDeferred();
    return { status: 200, body: lifecycle.status };
  };
  return [
    { method: 'GET', path, access: 'init', handle: status },
    { method: 'POST', path, access: 'init', handle: initialise },
  ];
}
