/** The errors of endpoints that create a conversation or start a sandbox. */
export const startErrors = [
  'not_found',
  'conflict',
  'concurrency_limit_exceeded',
  'quota_exceeded',
  'message_queue_full',
  'usage_not_settled',
] as const;
