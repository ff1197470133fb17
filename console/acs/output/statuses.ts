import type { StatusView } from '../../../shared/presentation/conversations.ts';
import type { Style } from './output.ts';

const styles: Readonly<Record<string, Style>> = {
  RUNNING: 'green',
  STARTING: 'yellow',
  PAUSED: 'gray',
  ERROR: 'red',
  MISSING: 'red',
  delivered: 'green',
  pending: 'yellow',
  failed: 'red',
  enabled: 'green',
  disabled: 'red',
};

/** The colour of a status; none for one that is not known. */
export function styleOf(status: string): Style {
  return (Object.hasOwn(styles, status) ? styles[status] : undefined) ?? 'reset';
}

const tones: Readonly<Record<StatusView['tone'], Style>> = {
  good: 'green',
  info: 'yellow',
  warn: 'yellow',
  bad: 'red',
  plain: 'gray',
};

/** The colour of a kind of news, as the console has it. */
export const toneStyle = (tone: StatusView['tone']): Style => tones[tone];
