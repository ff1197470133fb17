import { pricesOf, tableAt } from '../../../shared/domain/billing/usage/prices.ts';

/** Prices and assumptions behind docs/cost.md. A price was read on the public price pages of AWS on 2026-11-22. */

export const MINUTES_OF_MONTH = 30 * 24 * 60;

const MILLION = 1_000_000;

/** In billionths of a US dollar, as the usage ledger has it. */
export const { prices: ledgerPrices } = tableAt(pricesOf('us-east-1').tables, new Date().toISOString());

/** US dollars per unit in us-east-1, and each account's free units a month. The usage ledger prices sandboxes. */
export const unitPrices = {
  key: { usd: 1, free: 0 },
  secret: { usd: 0.4, free: 0 },
  alarmMetric: { usd: 0.1, free: 10 },
  dashboard: { usd: 3, free: 3 },
  metric: { usd: 0.3, free: 10 },
  logGigabyte: { usd: 0.5, free: 5 },
  trace: { usd: 5 / MILLION, free: 100_000 },
  lambdaRequest: { usd: 0.2 / MILLION, free: MILLION },
  /** On Arm. */
  lambdaGigabyteSecond: { usd: 0.000_013_333_4, free: 400_000 },
  tableRead: { usd: 0.125 / MILLION, free: 0 },
  tableWrite: { usd: 0.625 / MILLION, free: 0 },
  tableGigabyte: { usd: 0.25, free: 25 },
  recoveryGigabyte: { usd: 0.2, free: 0 },
  apiCall: { usd: ledgerPrices.apiCall / 1e9, free: 0 },
  keyRequest: { usd: 0.03 / 10_000, free: 20_000 },
  gigabyteOut: { usd: 0.09, free: 100 },
  edgeRequest: { usd: 0.01 / 10_000, free: 10 * MILLION },
  edgeRun: { usd: 0.1 / MILLION, free: 2 * MILLION },
  edgeKeyRead: { usd: 0.03 / MILLION, free: 0 },
  /** Up to the first 10 TB of a month. */
  edgeGigabyteOut: { usd: 0.085, free: 1_024 },
} as const satisfies Readonly<Record<string, { readonly usd: number; readonly free: number }>>;

export type Sold = keyof typeof unitPrices;

/** An idle stage: deployed, without requests. Estimates, unless a comment names what checks them. */
export const idle = {
  /** Seconds that an idle scheduled worker runs; the `REPORT` lines of its log show the real time. */
  runSeconds: 0.6,
  /** Bytes that such a run writes to its log, with the lines of Lambda. */
  logBytesOfRun: 2_000,
  /** Requests to tables of one sweep that finds nothing; a test of the sweep counts them. */
  tableRequestsOfSweep: 27,
  tableGigabytes: 0.05,
  metricsOfSweep: 1,
} as const;

/** A conversation of 30 minutes in its own sandbox. Estimates. */
export const conversation = {
  minutes: 30,
  /** API requests: the start, status checks, messages, events that a client reads again. */
  calls: 50,
  /** Milliseconds that the functions of a request run, its authorizer included. */
  callMilliseconds: 60,
  /** Events that the agent reports, each of at most two KB, and write units of each with its index row. */
  events: 200,
  writesOfEvent: 3,
  workerRuns: 120,
  workerMilliseconds: 250,
  /** Units of all other reads and writes. */
  writes: 300,
  reads: 600,
  keyRequests: 10,
  logGigabytes: 0.002,
  gigabytesOut: 0.01,
  /** Requests to its sandbox. A WebSocket is one, however long. */
  edgeRequests: 400,
  edgeGigabytesOut: 0.02,
} as const;

/** A request without a key. */
export const stranger = { callMilliseconds: 25, logBytes: 1_000 } as const;

/** GB that an agent has written of the whole disk; AWS charges a snapshot for what was written. */
export const WRITTEN_GIGABYTES = 3;
