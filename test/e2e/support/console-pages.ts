/** Every page of the navigation, with its heading. */
export const pages = [
  ['/', 'Overview'],
  ['/conversations', 'Conversations'],
  ['/conversations/new', 'Start a conversation'],
  ['/sandboxes', 'Sandboxes'],
  ['/sandboxes?tab=receipts', 'Sandboxes'],
  ['/snapshots', 'Snapshots'],
  ['/snapshots?tab=receipts', 'Snapshots'],
  ['/usage', 'Usage'],
  ['/limits', 'Limits'],
  ['/keys', 'Keys'],
  ['/webhooks', 'Webhooks'],
  ['/audit', 'Audit'],
  ['/settings', 'Settings'],
  ['/settings?tab=git', 'Settings'],
  ['/owners', 'Owners'],
] as const;
