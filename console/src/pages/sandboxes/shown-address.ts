/** An address as it may be seen and copied: that of VS Code has the session key in its query. */
export function withoutSearch(url: string): string {
  const address = new URL(url);
  address.search = '';
  return address.href;
}
