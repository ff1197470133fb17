/** Replaces a secret in responses. In requests it stands for the stored secret. */
export const MASK = '**********';
