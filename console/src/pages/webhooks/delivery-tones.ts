/** The colours of what became of a message. */
export const deliveryTones = { pending: 'info', delivered: 'good', failed: 'bad' } as const;

/** The same in words. */
export const deliveryWords = { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' } as const;
