/** The only name under which the console keeps a key. */
export const KEY_NAME = 'acs.api-key';

/** The key of this tab, or else the one that the browser was asked to remember. */
export function storedKey(): string | null {
  return sessionStorage.getItem(KEY_NAME) ?? localStorage.getItem(KEY_NAME);
}

/** Forgets all that the console has stored. Other tabs hear of it only when something was there. */
export function forgetAll(): void {
  localStorage.setItem(KEY_NAME, '');
  for (const storage of [localStorage, sessionStorage]) storage.clear();
}

/**
 * Calls the listener when the stored key may have changed without this page: another tab has signed in or out, or the
 * browser shows a page again that it had kept in memory. A sign-out in another tab ends the key of this tab, too.
 */
export function onStoredKeyChange(listener: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === null) sessionStorage.clear();
    if (key === null || key === KEY_NAME) listener();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) listener();
  });
}
