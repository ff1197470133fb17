import { count, dollars } from '../../../../shared/presentation/money.ts';
import type { UsageAmounts } from '../../api/shapes.ts';

/** A metric: how it is read from a report, and how it is formatted. */
export interface Measure {
  readonly label: string;
  /** Its name in table and CSV headers. */
  readonly unit: string;
  /** In whole units of the ledger, so that sums are exact. */
  readonly of: (amounts: UsageAmounts) => number;
  /** How many ledger units make one `unit`. */
  readonly scale: number;
  /** An amount in `unit`, with the requested number of decimals. */
  readonly text: (amount: number, digits?: number) => string;
  /** An amount at an axis. */
  readonly tick: (amount: number) => string;
  /** The limit that applies to it. */
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
  models: {
    label: 'Cost of models',
    unit: 'USD',
    of: ({ model_cost_micro_usd }) => model_cost_micro_usd,
    scale: 1_000_000,
    text: dollars,
    tick: (amount) => `$${brief(amount)}`,
  },
  compute: {
    label: 'Cost of compute',
    unit: 'USD',
    of: ({ compute_cost_micro_usd }) => compute_cost_micro_usd,
    scale: 1_000_000,
    text: dollars,
    tick: (amount) => `$${brief(amount)}`,
  },
  tokens: {
    label: 'Model tokens',
    unit: 'tokens',
    of: (amounts) =>
      amounts.model_input_tokens +
      amounts.model_cache_read_tokens +
      amounts.model_cache_write_tokens +
      amounts.model_output_tokens,
    scale: 1,
    text: (amount) => count(Math.round(amount)),
    tick: (amount) => brief(amount),
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
    label: 'API requests',
    unit: 'requests',
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

/** The number of decimals for the parts of a total, so that columns align. */
export function digitsWithin(whole: number): number {
  return whole < 1 ? 4 : 2;
}

function decimal(amount: number, digits = digitsWithin(amount)): string {
  const smallest = 10 ** -digits;
  const isLess = amount > 0 && amount < smallest;
  const text = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return isLess ? `< ${text.format(smallest)}` : text.format(amount);
}

/** Two decimals if any, and three significant digits for smaller amounts. */
function brief(amount: number): string {
  const isWhole = Number.isInteger(amount);
  const digits =
    amount < 0.1 || isWhole ? { maximumSignificantDigits: 3 } : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat('en-US', digits).format(amount);
}
