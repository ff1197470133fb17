/**
 * Days for which CloudWatch can keep logs; 9999 is for ever. They are those of the CDK's `RetentionDays`, whose module
 * loads 500 files: commands that only read settings should start without it.
 */
export const retentionDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653, 9999,
] as const;
