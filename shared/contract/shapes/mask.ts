/** Replaces a secret in responses. Sent back, it means the stored secret. */
export const MASK = '**********';
