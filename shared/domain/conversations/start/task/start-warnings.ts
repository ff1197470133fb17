import type { StartWarning } from '../../../../contract/shapes/start-warning.ts';
import { quoted } from './start-failed.ts';

/** A problem that does not stop a start. The message is for the user. */
export interface StepWarning {
  readonly code: string;
  readonly message: string;
  /** Foreign text, of which the end is kept without secrets. */
  readonly output?: string;
}

/** Limits of a task's warnings, as they are in its row and that of its conversation. */
const MAX_WARNINGS = 10;
const MAX_MESSAGE = 1_000;

/** Adds warnings to those of a task, without secrets. A repeated step replaces its own. */
export function withWarnings(
  earlier: readonly StartWarning[] = [],
  added: readonly StepWarning[] = [],
  secrets: readonly string[],
): StartWarning[] {
  const shown = added.map(({ code, message, output = '' }) => ({
    code,
    message: quoted({ text: message, keep: 'beginning' }, secrets, MAX_MESSAGE),
    detail: quoted({ text: output, keep: 'end' }, secrets) || null,
  }));
  const isNew = ({ code, message }: StartWarning) => !shown.some((one) => one.code === code && one.message === message);
  return [...earlier.filter(isNew), ...shown].slice(0, MAX_WARNINGS);
}
