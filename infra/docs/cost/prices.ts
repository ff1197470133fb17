import { pricesOf, tableAt } from '../../../shared/domain/billing/usage/prices.ts';

/** Prices and assumptions of docs/cost.md. The prices are from AWS's public price pages on 2026-11-22. */

export const MINUTES_OF_MONTH = 30 * 24 * 60;

const MILLION = 1_000_000;

/** The usage ledger's prices, in billionths of a US dollar. */
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
  edgeKeyRead: { usd: 0.03 / MILLION, free: 2 * MILLION },
  /** A call of the KeyValueStore's API, whatever it reads or changes. */
  edgeStoreCall: { usd: 1 / 1_000, free: 0 },
  /** EBS direct APIs: a block of 512 KiB, and a list of blocks. https://aws.amazon.com/ebs/pricing/ */
  snapshotBlock: { usd: 0.003 / 1_000, free: 0 },
  snapshotList: { usd: 0.0006 / 1_000, free: 0 },
  /** Up to the first 10 TB of a month. */
  edgeGigabyteOut: { usd: 0.085, free: 1_024 },
  mail: { usd: 0.1 / 1_000, free: 0 },
} as const satisfies Readonly<Record<string, { readonly usd: number; readonly free: number }>>;

export type Sold = keyof typeof unitPrices;

/** An idle stage: deployed, without requests. Estimates, unless a comment names what checks them. */
export const idle = {
  /** Seconds per run of an idle scheduled worker. The `REPORT` lines of its log have the real time. */
  runSeconds: 0.6,
  /** Bytes per run in its log, including Lambda's lines. */
  logBytesOfRun: 2_000,
  /** Reads of tables per idle sweep. A test of the sweep counts them. Every tenth one has nine more, for the edge. */
  tableReadsOfSweep: 33,
  /** Units of the row that operators read, which has at most one KB in an idle stage. */
  tableWritesOfSweep: 1,
  tableGigabytes: 0.05,
  metricsOfSweep: 1,
} as const;

/** A request to a model through the broker, streamed. Estimates, unless a comment says what they follow from. */
export const modelCall = {
  /** Billed while the model answers. */
  seconds: 20,
  /** Of the functions of the broker: the contract has it. */
  memoryMegabytes: 512,
  /**
   * Units of the two transactions, each of which counts twice: five rows to begin and five to end, with the call's rows
   * in two indexes and the ledger's in one.
   */
  tableWrites: 23,
  /** More with a budget: the owner's row, twice. */
  tableWritesOfBudget: 4,
  tableReads: 8,
  keyRequests: 0.2,
  logBytes: 2_000,
} as const;

/** A conversation of 30 minutes in its own sandbox. Estimates. */
export const conversation = {
  minutes: 30,
  /** API requests: the start, status checks, messages, events. */
  calls: 50,
  /** Milliseconds of function time per request, including the authorizer. */
  callMilliseconds: 60,
  /** Events of at most two KB, and write units per event, including its index row. */
  events: 200,
  writesOfEvent: 3,
  workerRuns: 120,
  workerMilliseconds: 250,
  /** Units of all other reads and writes. */
  writes: 300,
  reads: 600,
  keyRequests: 10,
  /** Bytes in the log of its task. Measured: 32 KB for 60 calls of the model, with the events of the agent. */
  logBytesOfAgent: 100_000,
  gigabytesOut: 0.01,
  /** Requests to the sandbox. A WebSocket is one request. */
  edgeRequests: 400,
  /** Reads of the edge's store for each request: its keys, and the entry of the sandbox. */
  edgeReadsOfRequest: 2,
  /** Changes of the edge's store, each in an update of its own: the start, and the pause. */
  edgeStoreCalls: 2,
  edgeGigabytesOut: 0.02,
} as const;

/**
 * A request without a valid key: the function of an open endpoint, the authorizer, which reads one row for an invented
 * key, and the lines in the logs, of which the access log's is half. API Gateway charges for no refused key.
 */
export const stranger = {
  callMilliseconds: 25,
  authorizerMilliseconds: 10,
  authorizerReads: 1,
  logBytes: 1_000,
  accessLogBytes: 500,
} as const;

/** A request of a tab of the console that refreshes itself. The overview reads the most. Estimates. */
export const tabCall = { reads: 10, writes: 1, logBytes: 1_000 } as const;

/** GB of the disk that an agent has written. AWS charges snapshots for written data. */
export const WRITTEN_GIGABYTES = 3;

/** US dollars per GB of a snapshot whose disk is filled at the highest rate, 300 MiB/s. */
export const INITIALIZATION_USD = 0.0036;
