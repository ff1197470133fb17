import { SignInRefused } from '../../../shared/client/people/failures.ts';
import type { Attempt } from '../../../shared/client/people/identity-provider.ts';
import { areFresh, type Tokens } from '../../../shared/client/people/tokens.ts';
import type { PersonTabs } from './person-tabs.ts';
import { forgetIfSignedOut } from './stored-key.ts';

/** Why the last session ended. `unheard`: signed out, but not everyone who should know could be told. */
export type PersonEnd = 'signed_out' | 'unheard' | 'expired' | 'refused';

/** A person who is signed in, in this tab. */
export interface PersonSession {
  readonly id: string;
  readonly tokens: Tokens;
  /** The organization that this tab works for; null for the one that was chosen last. */
  readonly orgId: string | null;
  /** The organization that no longer has this person as a member. */
  readonly removedFrom: string | null;
}

export interface PersonState {
  readonly session: PersonSession | null;
  readonly ended: PersonEnd | null;
  /** Why the sign-in failed, for the person. */
  readonly failure: string | null;
  /** Whether a sign-in is completed, or another tab asked, so that there may be a session soon. */
  readonly isPending: boolean;
}

/** What the store needs of the provider. Its code is loaded when it is needed. */
export interface ProviderCode {
  readonly complete: (attempt: Attempt, parameters: URLSearchParams) => Promise<Tokens>;
  readonly refresh: (tokens: Tokens) => Promise<Tokens>;
}

/** What the tab keeps: tokens, and the organization it works for. */
const SESSION = 'acs.person';
/** A sign-in that goes on at the provider. */
const ATTEMPT = 'acs.sign-in';

interface Begun {
  readonly attempt: Attempt;
  /** The page at which the person began. */
  readonly returnTo: string;
}

const NOT_BEGUN = 'This tab has not begun this sign-in. Begin again.';

const NO_SESSION: PersonState = { session: null, ended: null, failure: null, isPending: false };

/** The tokens of a person, in the storage of the tab. A new tab gets those of another one. */
export class PersonStore {
  #state: PersonState = NO_SESSION;
  readonly #tabs: PersonTabs;
  readonly #code: () => Promise<ProviderCode>;
  readonly #lock: string;
  readonly #listeners = new Set<() => void>();

  /** @param lock the name under which the tabs of this service renew tokens, one at a time */
  constructor(tabs: PersonTabs, code: () => Promise<ProviderCode>, lock: string) {
    this.#tabs = tabs;
    this.#code = code;
    this.#lock = lock;
    tabs.join(() => this.#state.session?.tokens ?? null);
    const session = storedSession();
    if (session) this.#state = { ...NO_SESSION, session };
    // A sign-out in another tab. This page can also be restored from the cache of the browser after it.
    window.addEventListener('storage', ({ key }) => {
      if (key === null) this.#forget();
    });
    window.addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      forgetIfSignedOut();
      if (storedSession() === null) this.#forget();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): PersonState => this.#state;

  /** Continues the session of another tab, if there is one. */
  async askTabs(): Promise<void> {
    this.#become({ ...this.#state, isPending: true });
    const tokens = await this.#tabs.any();
    if (tokens && this.#state.isPending) this.#begin(tokens);
    else if (this.#state.isPending) this.#become({ ...this.#state, isPending: false });
  }

  /** The person has begun to sign in otherwise: the session of another tab would surprise them. */
  readonly stopWaiting = (): void => {
    if (this.#state.isPending) this.#become({ ...this.#state, isPending: false });
  };

  /** Remembers a sign-in while the person is at the provider. */
  remember(attempt: Attempt): void {
    const { pathname, search, hash } = window.location;
    const begun: Begun = { attempt, returnTo: `${pathname}${search}${hash}` };
    sessionStorage.setItem(ATTEMPT, JSON.stringify(begun));
  }

  /** Completes a sign-in with what the provider says, at the page where the person began. */
  async complete(parameters: URLSearchParams): Promise<void> {
    const text = sessionStorage.getItem(ATTEMPT);
    sessionStorage.removeItem(ATTEMPT);
    if (text === null) {
      // A link with an answer must not hide the session that this tab has.
      if (this.#state.session === null) this.#become({ ...NO_SESSION, failure: NOT_BEGUN });
      return;
    }
    const { attempt, returnTo } = JSON.parse(text) as Begun;
    window.history.replaceState(null, '', `${window.location.origin}${returnTo}`);
    this.#become({ ...NO_SESSION, isPending: true });
    try {
      const { complete } = await this.#code();
      this.#begin(await complete(attempt, parameters));
    } catch (error) {
      this.#become({ ...NO_SESSION, failure: error instanceof Error ? error.message : String(error) });
    }
  }

  /** A session with a key begins: what was said about that of a person is over. */
  reset(): void {
    if (this.#state.session === null) this.#become(NO_SESSION);
  }

  /** A token that is fresh, renewed if it is not. Null if the session has ended. @throws ProviderUnreachable */
  async token(): Promise<string | null> {
    const { session } = this.#state;
    if (session === null) return null;
    return areFresh(session.tokens) ? session.tokens.sent : await this.renewed(session.tokens.sent);
  }

  /**
   * Another token than this one, from another tab or from the provider. Only one tab at a time renews, because
   * providers end a session whose refresh token is used twice. Null if the session has ended.
   *
   * @throws ProviderUnreachable
   */
  async renewed(token: string): Promise<string | null> {
    return await navigator.locks.request(this.#lock, async () => {
      const { session } = this.#state;
      if (session === null || session.tokens.sent !== token) return session?.tokens.sent ?? null;
      const fromTab = await this.#tabs.newerThan(session.tokens);
      const tokens = fromTab && areFresh(fromTab) ? fromTab : await this.#refreshed(fromTab ?? session.tokens);
      // The session may have ended meanwhile.
      if (this.#state.session?.id !== session.id) return null;
      if (tokens === null) {
        this.#end('expired');
        return null;
      }
      this.#keep({ ...this.#state.session, tokens });
      return tokens.sent;
    });
  }

  /** Works for another organization in this tab. Other tabs stay with theirs. */
  choose(orgId: string): void {
    const { session } = this.#state;
    if (session) this.#keep({ ...session, orgId, removedFrom: null });
  }

  /** The person is no longer a member of the organization for which this tab works. */
  lose(id: string, orgId: string | null): void {
    const { session } = this.#state;
    if (session?.id === id && session.orgId === orgId) this.#keep({ ...session, removedFrom: orgId });
  }

  /** Ends the session whose token the service refused, also after it was renewed. */
  refuse(id: string): void {
    if (this.#state.session?.id === id) this.#end('refused');
  }

  /** After the sign-out, when the storage of all tabs is empty. */
  signedOut(ended: PersonEnd): void {
    this.#become({ ...NO_SESSION, ended });
  }

  async #refreshed(tokens: Tokens): Promise<Tokens | null> {
    const { refresh } = await this.#code();
    try {
      return await refresh(tokens);
    } catch (error) {
      if (error instanceof SignInRefused) return null;
      throw error;
    }
  }

  #begin(tokens: Tokens): void {
    this.#keep({ id: crypto.randomUUID(), tokens, orgId: null, removedFrom: null });
  }

  #keep(session: PersonSession): void {
    sessionStorage.setItem(SESSION, JSON.stringify(session));
    this.#become({ ...NO_SESSION, session });
  }

  #forget(): void {
    sessionStorage.removeItem(SESSION);
    if (this.#state.session || this.#state.isPending) this.#become({ ...NO_SESSION, ended: 'signed_out' });
  }

  #end(ended: PersonEnd): void {
    sessionStorage.removeItem(SESSION);
    this.#become({ ...NO_SESSION, ended });
  }

  #become(state: PersonState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}

function storedSession(): PersonSession | null {
  const text = sessionStorage.getItem(SESSION);
  return text === null ? null : (JSON.parse(text) as PersonSession);
}
