/** The only name under which the console stores a key. */
export const KEY_NAME = 'acs.api-key';

/** Names the last sign-out in this browser, by chance. It is all that a sign-out leaves behind. */
const SIGN_OUT = 'acs.sign-out';

/** The key of this tab, or else the one that the browser remembers. */
export function storedKey(): string | null {
  return sessionStorage.getItem(KEY_NAME) ?? localStorage.getItem(KEY_NAME);
}

/** Removes everything that the console has stored. Other tabs notice only if something was stored. */
export function forgetAll(): void {
  localStorage.setItem(KEY_NAME, '');
  localStorage.clear();
  localStorage.setItem(SIGN_OUT, crypto.randomUUID());
  forgetTab();
}

/** Removes everything that this tab has stored. */
export function forgetTab(): void {
  sessionStorage.clear();
  const last = localStorage.getItem(SIGN_OUT);
  if (last !== null) sessionStorage.setItem(SIGN_OUT, last);
}

/**
 * Removes what this tab has stored if it is from before the last sign-out. Browsers open closed tabs again with their
 * storage, and keep pages in memory: neither hears of a sign-out.
 */
export function forgetIfSignedOut(): void {
  if (sessionStorage.getItem(SIGN_OUT) !== localStorage.getItem(SIGN_OUT)) forgetTab();
}

/**
 * Calls the listener when the stored key may have changed: another tab has signed in or out, or the browser restores
 * this page from its cache. A sign-out in another tab also removes the key of this tab.
 */
export function onStoredKeyChange(listener: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === null) forgetTab();
    if (key === SIGN_OUT) forgetIfSignedOut();
    if (key === null || key === KEY_NAME || key === SIGN_OUT) listener();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    forgetIfSignedOut();
    listener();
  });
}
