/**
 * Where sandboxes are on this machine, with `{label}` in it.
 *
 * @param deployed the address of the template: the label is the first part of the host, or of the path
 */
export function localSandboxAddress(
  deployed: string,
  { port, tls }: { readonly port: number; readonly tls: boolean },
): string {
  const scheme = tls ? 'https' : 'http';
  const host = /^https:\/\/(\{label\}\.[^/]+)$/.exec(deployed)?.[1];
  return host === undefined ? `${scheme}://127.0.0.1:${port}/{label}` : `${scheme}://${host}:${port}`;
}
