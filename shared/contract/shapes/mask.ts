/** Stands for a secret in an answer. Sent back in its place, it means the stored secret. */
export const MASK = '**********';
