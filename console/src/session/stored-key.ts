/** The only name under which the console keeps a key. */
export const KEY_NAME = 'acs.api-key';

/** The key of this tab, or else the one that the browser was asked to remember. */
export function storedKey(): string | null {
  return sessionStorage.getItem(KEY_NAME) ?? localStorage.getItem(KEY_NAME);
}
