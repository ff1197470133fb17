import { AppError, badQuery } from '../../../platform/errors.ts';
import type { Span } from './slices.ts';
import { ledgerLimits, TooMuchUsageError } from './usage-ledger.ts';

const DAY_MS = 86_400_000;

/** The requested span; by default the current month (UTC) until now. @throws AppError `validation_failed` */
export function spanOf(
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): Span {
  const to = asked.to ?? now.toISOString();
  const last = new Date(Date.parse(to) - 1);
  const from = asked.from ?? new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth())).toISOString();
  if (from >= to)
    throw asked.to === undefined
      ? badQuery('from', 'from must be in the past unless to is given')
      : badQuery('to', 'to must be later than from');
  if (Date.parse(to) - Date.parse(from) > ledgerLimits.days * DAY_MS)
    throw badQuery(
      asked.from === undefined ? 'to' : 'from',
      `from and to must be at most ${ledgerLimits.days} days apart`,
    );
  return { from, to };
}

/** @throws AppError `too_much_usage` when `read` finds more than one report can contain */
export async function unlessTooMuch<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof TooMuchUsageError ? new AppError('too_much_usage', error.message, { cause: error }) : error;
  }
}

/** Whether to respond with CSV: by the query parameter, or else by an Accept header that names CSV and not JSON. */
export function wantsCsv(format: 'json' | 'csv' | undefined, accept = ''): boolean {
  if (format !== undefined) return format === 'csv';
  return /\btext\/csv\b/i.test(accept) && !/\bapplication\/json\b/i.test(accept);
}
