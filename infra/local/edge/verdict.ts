/** The origin that the function chose for a request. */
export interface Origin {
  readonly domainName: string;
  readonly port: number;
  readonly protocol: 'http' | 'https';
  /** These replace the viewer's headers of the same names. */
  readonly customHeaders: Readonly<Record<string, string>>;
  readonly readTimeoutSeconds: number;
  readonly connectionTimeoutSeconds: number;
  readonly connectionAttempts: number;
}

/** The function's decision about a request: where it goes, or the response to it. */
export type Verdict =
  | {
      readonly kind: 'forward';
      readonly uri: string;
      readonly query: string | undefined;
      /** The viewer's headers as the function left them, without those that custom headers replace. */
      readonly headers: Readonly<Record<string, readonly string[]>>;
      readonly origin: Origin;
    }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    };
