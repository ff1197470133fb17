/** Raises an alarm for operators about a failure that only they can repair. */
export type OperatorAlarm = (metric: 'AccessErrors' | 'LaunchesRefused') => void;
