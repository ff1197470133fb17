/** What CloudFront answers for a function that failed: 503 for an error while it ran, 502 for an invalid result. */
type FailureStatus = 502 | 503;

/** A function at the edge that failed. Its message is for the log: viewers of CloudFront see the status alone. */
export class EdgeFunctionError extends Error {
  override readonly name = 'EdgeFunctionError';
  readonly status: FailureStatus;

  constructor(status: FailureStatus, message: string) {
    super(message);
    this.status = status;
  }
}

/** A result that CloudFront would not accept. */
export function invalidResult(message: string): EdgeFunctionError {
  return new EdgeFunctionError(502, `the function at the edge returned what CloudFront refuses: ${message}`);
}
