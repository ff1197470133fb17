import { type FailureCode, failureReason, type StatusReason } from '../../../presentation/sandbox-reasons.ts';

/**
 * How to handle a failure. `capacity`: wait, it comes back. `throttled`: wait a little. `transient`: try again. `spec`:
 * a new try fails the same way. `access`: the deployment lacks a permission; an operator must learn of it.
 */
export type FailureClass = 'capacity' | 'throttled' | 'transient' | 'spec' | 'access';

export interface Failure {
  readonly reason: StatusReason;
  readonly class: FailureClass;
}

/** @param said the message from AWS; for a missing permission it is left out. */
export function failure(code: FailureCode, failureClass: FailureClass, said = ''): Failure {
  const retryable = failureClass !== 'spec' && failureClass !== 'access';
  return { reason: failureReason(code, retryable, failureClass === 'access' ? '' : said), class: failureClass };
}

/** Raises an alarm for operators about a failure that only they can repair. */
export type OperatorAlarm = (metric: 'AccessErrors' | 'LaunchesRefused') => void;
