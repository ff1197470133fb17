import type { MetricName } from '../../../shared/platform/metrics.ts';

/** What no template says. Every figure here is an estimate, unless its comment names what checks it. */

export const MINUTES_OF_MONTH = 30 * 24 * 60;

/** An idle stage: it is deployed, and gets no calls. */
export const idle = {
  /** Seconds that a scheduled worker runs when there is nothing to do; `REPORT` lines in its log have the truth. */
  runSeconds: 0.6,
  /** Bytes that such a run writes to its log, with the lines of Lambda. */
  logBytesOfRun: 2_000,
  /** Requests to tables of one sweep that finds nothing; a test of the sweep counts them. */
  tableRequestsOfSweep: 27,
  /** Read units of such a request: DynamoDB counts at least half of one for an eventually consistent read. */
  readUnitsOfRequest: 0.5,
  /** What the tables hold. */
  tableGigabytes: 0.05,
  /** The metrics that the scheduled workers write though nothing happens. CloudWatch sells only hours with figures. */
  metrics: ['SweepCompleted'],
} as const satisfies { readonly metrics: readonly MetricName[] } & Readonly<Record<string, unknown>>;

/** A conversation in a sandbox of its own. */
export const conversation = {
  minutes: 30,
  /** Calls of the API: the start, looks at it, messages, events that a client reads again. */
  calls: 50,
  /** Milliseconds that the functions of a call run, its authorizer included. */
  callMilliseconds: 60,
  /** Events that the agent reports, each of at most two KB, with their row in the index. */
  events: 200,
  writesOfEvent: 3,
  /** Calls of workers: steps of the lifecycle, events, webhooks. */
  workerRuns: 120,
  workerMilliseconds: 250,
  /** Units of reads and writes of everything else: rows of sandbox and conversation, counts of calls, audit. */
  writes: 300,
  reads: 600,
  keyRequests: 10,
  /** What its functions and its sandbox write to logs, and what it sends to the internet, in GB. */
  logGigabytes: 0.002,
  gigabytesOut: 0.01,
  /** Requests to its sandbox by clients, by their editors and by this service. A WebSocket is one, however long. */
  edgeRequests: 400,
  /** What clients get from its sandbox, in GB. */
  edgeGigabytesOut: 0.02,
} as const;

/** A call without a key. */
export const stranger = {
  /** Milliseconds that its function runs. */
  callMilliseconds: 25,
  /** Bytes of its lines in the access log and in the log of its function. */
  logBytes: 1_000,
} as const;

/** GB of a workspace in which an agent has worked, of the whole disk; a snapshot has only what was written. */
export const WRITTEN_GIGABYTES = 3;
