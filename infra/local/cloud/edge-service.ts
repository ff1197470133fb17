import { edgeNames } from '../../../shared/domain/sandboxes/ingress/edge-entry.ts';
import type { KeyValues } from '../edge/edge-function.ts';
import type { Target } from '../edge/passage.ts';

/** The service as functions at the edge know it: they accept DNS names only, and this machine's service has none. */
const HOST = 'service.local-edge.test';

/** The values of the store with that name for the service, whose API has one stage here, at the root. */
export function withLocalService(values: KeyValues): KeyValues {
  return {
    async get(key) {
      const value = await values.get(key);
      return key !== edgeNames.service || value === undefined
        ? value
        : JSON.stringify({ ...JSON.parse(value), host: HOST, path: '' });
    },
  };
}

/** Finds the service of this machine, which speaks HTTP at the port of its API. */
export function serviceRoute(port: number): (domainName: string) => Target | undefined {
  return (domainName) => (domainName === HOST ? { host: '127.0.0.1', port, ownHost: `127.0.0.1:${port}` } : undefined);
}
