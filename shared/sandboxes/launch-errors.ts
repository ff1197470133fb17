import type { StatusReason } from './sandbox.ts';

/**
 * What a failure calls for. `capacity`: wait, it comes back. `throttled`: wait a little. `transient`: try again. `spec`: the same will fail the same way. `access`: the
 * deployment lacks a permission, which an operator has to hear of.
 */
export type FailureClass = 'capacity' | 'throttled' | 'transient' | 'spec' | 'access';

export interface Failure {
  readonly reason: StatusReason;
  readonly class: FailureClass;
}
