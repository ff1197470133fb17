import { failure, failureCodes } from '../../../../shared/domain/sandboxes/record/failure.ts';
import { lifecycleReasons } from '../../../../shared/domain/sandboxes/record/reasons.ts';

export interface Reason {
  readonly message: string;
  readonly remedy: string;
}

/** The reasons of transitions by their codes, in the very words of the service. */
const reasons: ReadonlyMap<string, Reason> = new Map(
  [...lifecycleReasons(), ...failureCodes().map((code) => failure(code, 'transient').reason)].map((reason) => [
    reason.code,
    reason,
  ]),
);

/** @returns undefined for a code of a later release */
export function reasonOf(code: string): Reason | undefined {
  return reasons.get(code);
}
