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
