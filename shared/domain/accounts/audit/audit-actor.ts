import type { Caller } from '../../../contract/endpoint/caller.ts';

/** The actor: an API key, a person, an operator at the command line, or a request at the address of a sandbox. */
export type AuditActor =
  | {
      readonly type: 'key';
      readonly ownerId: string;
      readonly keyId: string;
      readonly keyName: string | null;
      /** The person whose key it is. */
      readonly person?: ActingPerson | undefined;
    }
  /** A person who signed in. */
  | { readonly type: 'person'; readonly ownerId: string; readonly person: ActingPerson }
  | { readonly type: 'operator'; readonly name: string | null }
  /** `name`: what authorised the request: the session key, or its URL alone (`link`). */
  | { readonly type: 'address'; readonly name: 'session key' | 'link' };

export interface ActingPerson {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
}

/** The actor behind a request. */
export function actorOf({
  ownerId,
  keyId,
  keyName,
  credential,
  person,
}: Pick<Caller, 'ownerId' | 'keyId' | 'keyName' | 'person'> & Partial<Pick<Caller, 'credential'>>): AuditActor {
  if (credential === 'token' && person) return { type: 'person', ownerId, person };
  return { type: 'key', ownerId, keyId, keyName, person };
}
