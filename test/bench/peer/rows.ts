/** What is asked of both services. */
export const rowNames = ['list', 'get', 'search', 'sandboxes', 'settings', 'specs'] as const;
export type RowName = (typeof rowNames)[number];

/** The functions of this service that answer them. */
export const endpoints: readonly string[] = [
  'search-app-conversations',
  'list-app-conversations',
  'search-sandboxes',
  'get-settings',
  'search-sandbox-specs',
];
