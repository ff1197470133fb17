/** The address of a link that others wrote, if it leads to the web: no script, no file, no place of the console. */
export function webAddress(href: unknown): string | undefined {
  if (typeof href !== 'string' || !URL.canParse(href)) return undefined;
  const { protocol } = new URL(href);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
