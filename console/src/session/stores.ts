import { code } from '../live/code-loader.ts';
import { PersonStore } from '../people/person-store.ts';
import { personTabsFor } from '../people/person-tabs.ts';
import { KeyStore } from './key-store.ts';
import { siblingsFor } from './sibling-tabs.ts';

export interface Stores {
  readonly keys: KeyStore;
  readonly people: PersonStore;
}

/** The session of this tab, with a key or of a person. */
export function openStores(apiUrl: string): Stores {
  const providerCode = () => code.load(() => import('../../../shared/client/people/identity-provider.ts'));
  return {
    keys: new KeyStore(siblingsFor(apiUrl)),
    people: new PersonStore(personTabsFor(apiUrl), providerCode, `acs.renewal ${apiUrl}`),
  };
}
