/** The origin that a function chose for a request. */
export interface Origin {
  readonly domainName: string;
  readonly port: number;
  readonly protocol: 'http' | 'https';
  /** They replace headers of the viewer that have the same names. */
  readonly customHeaders: Readonly<Record<string, string>>;
  readonly readTimeoutSeconds: number;
  readonly connectionTimeoutSeconds: number;
  readonly connectionAttempts: number;
}

/** What a function decided about a request: where it goes, or the answer to it. */
export type Verdict =
  | {
      readonly kind: 'forward';
      readonly uri: string;
      readonly query: string | undefined;
      /** What the viewer sent and the function left, without the names of the origin's custom headers. */
      readonly headers: Readonly<Record<string, readonly string[]>>;
      readonly origin: Origin;
    }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    };
