/** 503 for an error while the function ran, 502 for an invalid result. */
type FailureStatus = 502 | 503;

/** A failure of the function at the edge. The message is for the log; viewers see only the status. */
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
