import { failureCodes, failureReason, lifecycleReasons } from '../../../../shared/presentation/sandbox-reasons.ts';
import { pauseWords } from '../../../../shared/presentation/sandboxes.ts';

/** The reasons of transitions by their codes: what happened and what to do, in the very words of the service. */
const reasons: ReadonlyMap<string, string> = new Map([
  ...Object.entries(pauseWords),
  ...[...lifecycleReasons(), ...failureCodes().map((code) => failureReason(code, true))].map(
    ({ code, message, remedy }) => [code, `${message} ${remedy}`] as const,
  ),
]);

/** @returns an empty text for a code of a later release */
export function reasonWords(code: string): string {
  return reasons.get(code) ?? '';
}
