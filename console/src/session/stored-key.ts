/** The only name under which the console stores a key. */
export const KEY_NAME = 'acs.api-key';

/** The key of this tab, or else the one that the browser remembers. */
export function storedKey(): string | null {
  return sessionStorage.getItem(KEY_NAME) ?? localStorage.getItem(KEY_NAME);
}

/** Removes everything that the console has stored. Other tabs notice only if something was stored. */
export function forgetAll(): void {
  localStorage.setItem(KEY_NAME, '');
  for (const storage of [localStorage, sessionStorage]) storage.clear();
}

/**
 * Calls the listener when the stored key may have changed: another tab has signed in or out, or the browser restores
 * this page from its cache. A sign-out in another tab also removes the key of this tab.
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
