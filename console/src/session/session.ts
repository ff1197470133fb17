import { createContext, use, useCallback } from 'react';
import { requiredScopes } from '../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import type { ConsoleConfig } from '../api/config.ts';
import type { CurrentKey } from '../api/shapes.ts';

/** The key that is signed in, and its client for the service. */
interface Session {
  readonly config: ConsoleConfig;
  readonly client: ServiceClient;
  readonly key: CurrentKey;
  readonly signOut: () => void;
  /** Switches to another key, such as the successor of a rotated one. */
  readonly changeKey: (apiKey: string) => void;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('Sign in to use this part of the console.');
  return session;
}

/** The operations of the service, with errors thrown as `ApiProblem`. */
export function useApi(): ServiceClient['api'] {
  return useSession().client.api;
}

/** An operation by its method and path, such as `POST /api/v1/sandboxes`. */
export type OperationName = keyof typeof requiredScopes;

/** Whether the key is allowed an operation, so that forbidden ones are not offered. */
export function useCan(): (operation: OperationName) => boolean {
  const { scopes } = useSession().key;
  // Stable while the scopes are: tables rebuild their columns when it changes.
  return useCallback((operation) => scopes.includes('admin') || scopes.includes(requiredScopes[operation]), [scopes]);
}
