/** List prices of us-east-1 in US dollars, and what is free in each month, for as long as the account exists. */

/** When the prices were read on the public price pages of AWS. To be compared with these before money depends on it. */
export const READ_ON = '2026-11-22';

/** The price of one thing that AWS sells. */
export interface UnitPrice {
  readonly unit: string;
  /** US dollars for one unit. */
  readonly usd: number;
  /** How many units of a month the account does not pay for. All stages of an account share them. */
  readonly free: number;
}

const MILLION = 1_000_000;

/** What is sold in a month. Compute, addresses and disks of sandboxes are on the price list of the usage ledger. */
export const unitPrices = {
  key: { unit: 'keys', usd: 1, free: 0 },
  secret: { unit: 'secrets', usd: 0.4, free: 0 },
  alarmMetric: { unit: 'metrics in alarms', usd: 0.1, free: 10 },
  compositeAlarm: { unit: 'composite alarms', usd: 0.5, free: 0 },
  dashboard: { unit: 'dashboards', usd: 3, free: 3 },
  metric: { unit: 'metrics', usd: 0.3, free: 10 },
  logGigabyte: { unit: 'GB written', usd: 0.5, free: 5 },
  trace: { unit: 'traces', usd: 5 / MILLION, free: 100_000 },
  lambdaRequest: { unit: 'runs', usd: 0.2 / MILLION, free: MILLION },
  lambdaGigabyteSecond: { unit: 'GB-seconds, Arm', usd: 0.000_013_333_4, free: 400_000 },
  tableRead: { unit: 'read units', usd: 0.125 / MILLION, free: 0 },
  tableWrite: { unit: 'write units', usd: 0.625 / MILLION, free: 0 },
  tableGigabyte: { unit: 'GB stored', usd: 0.25, free: 25 },
  recoveryGigabyte: { unit: 'GB of tables', usd: 0.2, free: 0 },
  apiCall: { unit: 'calls', usd: 3.5 / MILLION, free: 0 },
  keyRequest: { unit: 'requests', usd: 0.03 / 10_000, free: 20_000 },
  gigabyteOut: { unit: 'GB sent', usd: 0.09, free: 100 },
  edgeRequest: { unit: 'requests, HTTPS', usd: 0.01 / 10_000, free: 10 * MILLION },
  edgeRun: { unit: 'runs', usd: 0.1 / MILLION, free: 2 * MILLION },
  edgeKeyRead: { unit: 'reads', usd: 0.03 / MILLION, free: 0 },
  /** Up to the first 10 TB of a month; what CloudFront fetches from a task is free. */
  edgeGigabyteOut: { unit: 'GB sent', usd: 0.085, free: 1_024 },
  natGateway: { unit: 'gateways', usd: 32.85, free: 0 },
  loadBalancer: { unit: 'load balancers', usd: 16.43, free: 0 },
} as const satisfies Readonly<Record<string, UnitPrice>>;

export type Sold = keyof typeof unitPrices;
