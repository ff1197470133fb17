export interface SearchSize {
  readonly schedulesInOrder: number;
  /** Schedules whose processes take turns at each call. */
  readonly schedulesInterleaved: number;
  /** The maximum number of schedules to find each mutation of an invariant. */
  readonly schedulesOfMutation: number;
  /** Sandboxes whose usage is compared with ECS, in each kind of schedule. */
  readonly ledgerLives: number;
  readonly resumes: number;
  /** Random rows and observations for each statement about the next step. */
  readonly rows: number;
  /** Random crashes and failures of the workers of a start. */
  readonly sagas: number;
  /** Concurrent starts of one owner. */
  readonly starts: number;
  /** Concurrent equal requests with one Idempotency-Key, for each endpoint. */
  readonly equalRequests: number;
  readonly deliveries: number;
  /** Whether a process crashes before and after each kind of call, or randomly at one of them. */
  readonly crashes: 'both' | 'either';
  readonly claims: number;
  /** Random bodies for each endpoint with a body. A fifth of it for queries and paths. */
  readonly requests: number;
  /** Requests generated from the OpenAPI document for all operations. */
  readonly fuzzCases: number;
  readonly chaos: { readonly sandboxes: number; readonly seconds: number; readonly restarts: number };
  /** Unordered events of many conversations for a service that is killed. */
  readonly storm: { readonly conversations: number; readonly events: number };
}

/** `ci` runs on every change and takes seconds. `long` is for nightly runs and changes to the searched code. */
export const searchSizes = {
  ci: {
    schedulesInOrder: 150,
    schedulesInterleaved: 350,
    schedulesOfMutation: 8_000,
    ledgerLives: 80,
    resumes: 100,
    rows: 400,
    sagas: 80,
    starts: 48,
    equalRequests: 30,
    deliveries: 1_000,
    crashes: 'either',
    claims: 60,
    requests: 100,
    fuzzCases: 200,
    chaos: { sandboxes: 2, seconds: 5, restarts: 1 },
    storm: { conversations: 3, events: 180 },
  },
  long: {
    schedulesInOrder: 6_000,
    schedulesInterleaved: 24_000,
    schedulesOfMutation: 24_000,
    ledgerLives: 1_000,
    resumes: 3_000,
    rows: 20_000,
    sagas: 3_000,
    starts: 200,
    equalRequests: 100,
    deliveries: 20_000,
    crashes: 'both',
    claims: 1_500,
    requests: 4_000,
    fuzzCases: 20_000,
    chaos: { sandboxes: 50, seconds: 600, restarts: 4 },
    storm: { conversations: 200, events: 20_000 },
  },
} as const satisfies Record<string, SearchSize>;

/** The size of this run. `SEARCH=long` selects the long one. */
export const searchSize: SearchSize = process.env.SEARCH === 'long' ? searchSizes.long : searchSizes.ci;
