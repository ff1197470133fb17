export const stages = ['local', 'dev', 'prod'] as const;
export type Stage = (typeof stages)[number];
