import * as z from 'zod';

/** Why a sandbox is in its state. `remedy`: what people can do. `retryable`: whether resuming may help. */
export const StatusReason = z.object({
  code: z.string(),
  message: z.string(),
  remedy: z.string(),
  retryable: z.boolean(),
});
export type StatusReason = z.infer<typeof StatusReason>;
