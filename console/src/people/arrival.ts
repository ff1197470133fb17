import { CONSOLE_SIGN_IN } from '../../../shared/client/people/addresses.ts';
import type { PersonEnd } from './person-store.ts';

/** Where the console was opened by someone who comes from elsewhere. */
export interface Arrival {
  /** What the provider says about a sign-in. */
  readonly answer: URLSearchParams | null;
  /** How the session ended with whose end this tab left for the provider. */
  readonly ended: PersonEnd | null;
}

const INVITATION = 'acs.invitation';
const INVITE_PATH = '/invitation';

const ENDED = 'acs.ended';
const ends: readonly PersonEnd[] = ['signed_out', 'unheard'];

/**
 * Takes codes and tokens out of the URL, so that neither the history nor a copied link has them. The token of an
 * invitation is in the fragment, which browsers send to no server.
 */
export function takeArrival(): Arrival {
  const { pathname, search, hash } = window.location;
  const left = sessionStorage.getItem(ENDED);
  sessionStorage.removeItem(ENDED);
  const ended = ends.find((end) => end === left) ?? null;
  if (pathname === INVITE_PATH && hash !== '') {
    const token = new URLSearchParams(hash.slice(1)).get('token');
    if (token !== null && token !== '') sessionStorage.setItem(INVITATION, token);
    window.history.replaceState(null, '', INVITE_PATH);
  }
  if (pathname !== CONSOLE_SIGN_IN) return { answer: null, ended };
  const parameters = new URLSearchParams(search);
  window.history.replaceState(null, '', '/');
  return { answer: parameters.has('code') || parameters.has('error') ? parameters : null, ended };
}

/**
 * Leaves for the page of the provider that ends its session. What this tab then says does not depend on the URL of its
 * return: not every provider keeps a `state`, and a link must not say that someone is signed out.
 */
export function leave(url: string, ended: PersonEnd): void {
  sessionStorage.setItem(ENDED, ended);
  window.location.assign(url);
}

/** The token of the invitation with which this tab was opened. */
export const openedInvitation = (): string | null => sessionStorage.getItem(INVITATION);

export const forgetInvitation = (): void => sessionStorage.removeItem(INVITATION);
