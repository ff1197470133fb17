import { createContext, use, useCallback } from 'react';
import { requiredScopes } from '../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import type { ConsoleConfig } from '../api/config.ts';
import type { CurrentKey } from '../api/shapes.ts';

/** Who is signed in, and the service as they may use it. */
interface Session {
  readonly config: ConsoleConfig;
  readonly client: ServiceClient;
  readonly key: CurrentKey;
  readonly signOut: () => void;
  /** Goes on with another key, as when the present one was rotated. */
  readonly changeKey: (apiKey: string) => void;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('This part of the console is only for people who are signed in.');
  return session;
}

/** The operations of the service, with errors thrown as `ApiProblem`. */
export function useApi(): ServiceClient['api'] {
  return useSession().client.api;
}

/** An operation by its method and path, such as `POST /api/v1/sandboxes`. */
export type OperationName = keyof typeof requiredScopes;

/** Tells of an operation whether the key may do it, so that what it may not do is not offered. */
export function useCan(): (operation: OperationName) => boolean {
  const { scopes } = useSession().key;
  // The same function as long as the scopes are: tables make their columns anew with another one.
  return useCallback((operation) => scopes.includes('admin') || scopes.includes(requiredScopes[operation]), [scopes]);
}
