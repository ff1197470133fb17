import type { Sandbox } from '../../../api/shapes.ts';

/** Where VS Code of a sandbox is; undefined where it has none, or at an address that is none of the web. */
export function editorAddress(sandbox: Pick<Sandbox, 'exposed_urls'> | undefined): string | undefined {
  const address = sandbox?.exposed_urls?.find(({ name }) => name === 'VSCODE')?.url;
  return address !== undefined && /^https?:\/\//.test(address) ? address : undefined;
}
