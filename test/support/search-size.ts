export interface SearchSize {
  readonly schedulesInOrder: number;
  /** Schedules whose processes take turns at each call. */
  readonly schedulesInterleaved: number;
  /** Schedules within which each mutation of an invariant must be found. The search ends when it is. */
  readonly schedulesOfMutation: number;
  /** Sandboxes whose usage is compared with ECS, in each kind of schedule. */
  readonly ledgerLives: number;
  readonly resumes: number;
  /** Random rows and observations for each statement about the next step. */
  readonly rows: number;
  /** Random deaths and failures of the workers of a start. */
  readonly sagas: number;
  /** Starts of one owner at once. */
  readonly starts: number;
  /** Equal requests at once with one Idempotency-Key, for each endpoint. */
  readonly equalRequests: number;
  readonly deliveries: number;
  /** Whether a process dies before and after each call of a kind, or at one of both, by chance. */
  readonly crashes: 'both' | 'either';
  readonly claims: number;
  /** Random bodies for each endpoint that takes one; queries and paths are a fifth of it. */
  readonly requests: number;
  /** Requests made from the OpenAPI document, over all operations. */
  readonly fuzzCases: number;
  readonly chaos: { readonly sandboxes: number; readonly seconds: number; readonly restarts: number };
  /** Events of many conversations, in disorder, to a service that is killed. */
  readonly storm: { readonly conversations: number; readonly events: number };
}

/** `ci` is what every change runs, in seconds. `long` is for nights, and for changes of what is searched. */
export const searchSizes = {
  ci: {
    schedulesInOrder: 200,
    schedulesInterleaved: 450,
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

/** The size of this run: `SEARCH=long` asks for the long one. */
export const searchSize: SearchSize = process.env.SEARCH === 'long' ? searchSizes.long : searchSizes.ci;
