/** The first parts of all legacy paths, after `/api/`; no current path begins with one. */
const legacyParts: ReadonlySet<string> = new Set([
  'add-git-providers',
  'authenticate',
  'conversations',
  'options',
  'secrets',
  'settings',
  'unset-provider-tokens',
  'user',
]);

/** Whether a path is legacy. The authorizer asks for every call, and must not load the contract. */
export function isLegacyPath(path: string): boolean {
  const [, api, part = ''] = path.split('/');
  return api === 'api' && legacyParts.has(part);
}
