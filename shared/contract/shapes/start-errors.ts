/** Why a sandbox cannot start or resume, although the request is right. */
export const admissionErrors = [
  'concurrency_limit_exceeded',
  'quota_exceeded',
  'owner_suspended',
  'usage_not_settled',
] as const;

/** The errors of endpoints that create a conversation or start a sandbox. */
export const startErrors = ['not_found', 'conflict', ...admissionErrors, 'message_queue_full'] as const;
