/** The colours of what became of a message. */
export const deliveryTones = { pending: 'info', delivered: 'good', failed: 'bad' } as const;
