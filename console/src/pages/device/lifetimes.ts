const DAY = 86_400;

/** How long the key of a program can work, in seconds. */
export const lifetimes: Readonly<Record<string, { readonly label: string; readonly seconds: number }>> = {
  '1h': { label: 'In one hour', seconds: 3_600 },
  '1d': { label: 'In one day', seconds: DAY },
  '7d': { label: 'In 7 days', seconds: 7 * DAY },
  '30d': { label: 'In 30 days', seconds: 30 * DAY },
  '90d': { label: 'In 90 days', seconds: 90 * DAY },
  '1y': { label: 'In one year', seconds: 365 * DAY },
};

export const USUAL_LIFETIME = '90d';
