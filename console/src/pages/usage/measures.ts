import { count, dollars } from '../../../../shared/presentation/money.ts';
import type { UsageAmounts } from '../../api/shapes.ts';

/** Something that is used: how it is read from a report, and how it is written. */
export interface Measure {
  readonly label: string;
  /** As the head of a column and CSV name it. */
  readonly unit: string;
  /** In the whole units of the ledger, so that sums are exact. */
  readonly of: (amounts: UsageAmounts) => number;
  /** How many units of the ledger make one of `unit`. */
  readonly scale: number;
  /** An amount in `unit` for people, with as many digits behind the point as asked for. */
  readonly text: (amount: number, digits?: number) => string;
  /** The same at an axis. */
  readonly tick: (amount: number) => string;
  /** What of the limits bounds it. */
  readonly budget?: 'usd' | 'sandbox_hours';
}

const HOUR_SECONDS = 3_600;

export const measures = {
  cost: {
    label: 'Cost',
    unit: 'USD',
    of: ({ cost_micro_usd }) => cost_micro_usd,
    scale: 1_000_000,
    text: dollars,
    tick: (amount) => `$${brief(amount)}`,
    budget: 'usd',
  },
  hours: {
    label: 'Running hours',
    unit: 'hours',
    of: ({ compute_seconds }) => compute_seconds,
    scale: HOUR_SECONDS,
    text: (amount, digits) => `${decimal(amount, digits)} h`,
    tick: (amount) => `${brief(amount)} h`,
    budget: 'sandbox_hours',
  },
  calls: {
    label: 'API calls',
    unit: 'calls',
    of: ({ api_calls }) => api_calls,
    scale: 1,
    text: (amount) => count(Math.round(amount)),
    tick: (amount) => brief(amount),
  },
  storage: {
    label: 'Workspace GB-hours',
    unit: 'GB-hours',
    of: (amounts) => amounts.workspace_running_gb_seconds + amounts.workspace_paused_gb_seconds,
    scale: HOUR_SECONDS,
    text: (amount, digits) => `${decimal(amount, digits)} GB·h`,
    tick: (amount) => `${brief(amount)} GB·h`,
  },
} as const satisfies Record<string, Measure>;

export type MeasureName = keyof typeof measures;

/** How many digits the parts of a whole are written with, so that they stand below each other. */
export function digitsWithin(whole: number): number {
  return whole < 1 ? 4 : 2;
}

function decimal(amount: number, digits = digitsWithin(amount)): string {
  const smallest = 10 ** -digits;
  const isLess = amount > 0 && amount < smallest;
  const text = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return isLess ? `< ${text.format(smallest)}` : text.format(amount);
}

/** Two digits behind the point where there are any, and three that count of what is smaller. */
function brief(amount: number): string {
  const isWhole = Number.isInteger(amount);
  const digits =
    amount < 0.1 || isWhole ? { maximumSignificantDigits: 3 } : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat('en-US', digits).format(amount);
}
