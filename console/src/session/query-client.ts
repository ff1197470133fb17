import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import type { KeyStore } from './key-store.ts';

/** A key that the service refuses ends the session, whatever page has asked. */
export function createQueryClient(keys: KeyStore): QueryClient {
  const onError = (error: Error): void => {
    if (error instanceof ApiProblem && error.status === 401) keys.end('refused');
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The client has tried again already where that is safe.
      queries: { retry: false, staleTime: 5_000, networkMode: 'always', refetchOnWindowFocus: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
