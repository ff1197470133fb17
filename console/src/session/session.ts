import { createContext, use, useCallback } from 'react';
import { requiredScopes } from '../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import type { ConsoleConfig } from '../api/config.ts';
import type { CurrentKey, Membership, SignedInUser } from '../api/shapes.ts';

/** A person who is signed in. */
export interface SignedInPerson {
  readonly user: SignedInUser['user'];
  /** The owners that the person belongs to. */
  readonly memberships: readonly Membership[];
  readonly orgId: string;
  /** Works for another owner in this tab. */
  readonly switchTo: (membership: Membership) => void;
  readonly signOut: () => void;
}

/** The key or the person that is signed in, and its client for the service. */
interface Session {
  readonly config: ConsoleConfig;
  readonly client: ServiceClient;
  /** What the service says about the key. For a person, it has their ID, their role and its scopes, as they are now. */
  readonly key: CurrentKey;
  /** Null for an API key. */
  readonly person: SignedInPerson | null;
  /** The owner of what this session shows, and its id as an organization. */
  readonly owner: string;
  readonly orgId: string;
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

/** Whether the key or the person is allowed an operation, so that forbidden ones are not offered. */
export function useCan(): (operation: OperationName) => boolean {
  const { scopes } = useSession().key;
  // Stable while the scopes are: tables rebuild their columns when it changes.
  return useCallback((operation) => scopes.includes('admin') || scopes.includes(requiredScopes[operation]), [scopes]);
}

/** Who is meant by limits and rights of this session, at the beginning of a sentence. */
export function useSelf(): 'You' | 'This key' {
  return use(SessionContext)?.person ? 'You' : 'This key';
}
