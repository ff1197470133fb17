/** A request as a viewer sent it. */
export interface ViewerRequest {
  readonly requestId: string;
  /** The port of the edge at which it arrived. */
  readonly localPort?: number | undefined;
  readonly viewerIp: string;
  readonly method: string;
  /** Path as sent, without the query. */
  readonly uri: string;
  /** Without the question mark; undefined where the viewer sent none. */
  readonly query: string | undefined;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
}

/** The origin that the function chose for a request. */
export interface Origin {
  readonly domainName: string;
  /** The header Host for the origin. Undefined for that of the viewer. */
  readonly hostHeader: string | undefined;
  readonly port: number;
  readonly protocol: 'http' | 'https';
  /** Undefined if the origin has those of the distribution's own origin. */
  readonly customHeaders: Readonly<Record<string, string>> | undefined;
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
      /** The viewer's headers as the function left them. */
      readonly headers: Readonly<Record<string, readonly string[]>>;
      readonly origin: Origin;
    }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    };

/** A failure of the function at the edge. The message is for the log; viewers see only the status. */
export class EdgeFunctionError extends Error {
  override readonly name = 'EdgeFunctionError';
  /** 503 for an error while the function ran, 502 for an invalid result. */
  readonly status: 502 | 503;

  constructor(status: 502 | 503, message: string) {
    super(message);
    this.status = status;
  }
}

/** A result that CloudFront would not accept. */
export function invalidResult(message: string): EdgeFunctionError {
  return new EdgeFunctionError(502, `the function at the edge returned what CloudFront refuses: ${message}`);
}
