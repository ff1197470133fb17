/** What all paths of the legacy generation begin with, behind `/api/`; the current one has none of them. */
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

/** Whether a path belongs to the legacy generation. The authorizer asks for every call and does without the contract, which holds the schemas of all endpoints. */
export function isLegacyPath(path: string): boolean {
  const [, api, part = ''] = path.split('/');
  return api === 'api' && legacyParts.has(part);
}
