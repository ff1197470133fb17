/** The kinds of responses that API Gateway makes itself, with their default status and error type. */
const kinds = {
  ACCESS_DENIED: [403, 'AccessDeniedException'],
  API_CONFIGURATION_ERROR: [500, 'InternalServerErrorException'],
  AUTHORIZER_CONFIGURATION_ERROR: [500, 'AuthorizerConfigurationException'],
  AUTHORIZER_FAILURE: [500, 'AuthorizerFailureException'],
  DEFAULT_4XX: [400, 'BadRequestException'],
  DEFAULT_5XX: [500, 'InternalServerErrorException'],
  INTEGRATION_FAILURE: [500, 'InternalServerErrorException'],
  INTEGRATION_TIMEOUT: [504, 'InternalServerErrorException'],
  INVALID_SIGNATURE: [403, 'IncompleteSignatureException'],
  MISSING_AUTHENTICATION_TOKEN: [403, 'MissingAuthenticationTokenException'],
  REQUEST_TOO_LARGE: [413, 'BadRequestException'],
  THROTTLED: [429, 'TooManyRequestsException'],
  UNAUTHORIZED: [401, 'UnauthorizedException'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'BadRequestException'],
} as const;

export type FailureKind = keyof typeof kinds;

/** A request that gets a gateway response instead of the integration's. */
export class GatewayFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number;
  /** The value of `$context.error.message`; null for a failure without a message. */
  readonly publicMessage: string | null;
  /** The reason for the log, which is never sent to the client. */
  readonly reason: string | undefined;

  constructor(
    kind: FailureKind,
    publicMessage: string | null,
    details: { status?: number; reason?: string; cause?: unknown } = {},
  ) {
    super(details.reason ?? publicMessage ?? kind, { cause: details.cause });
    this.name = 'GatewayFailure';
    this.kind = kind;
    this.publicMessage = publicMessage;
    this.status = details.status ?? kinds[kind][0];
    this.reason = details.reason;
  }

  /** The value of the `x-amzn-ErrorType` header. */
  get errorType(): string {
    return kinds[this.kind][1];
  }
}

/**
 * The failure of a request for which there is no method. API Gateway takes an `Authorization` header for a signature of
 * AWS, and repeats a key in it.
 */
export function withoutMethod(authorization: string | undefined): GatewayFailure {
  if (!authorization) return new GatewayFailure('MISSING_AUTHENTICATION_TOKEN', 'Missing Authentication Token');
  const given = authorization.split(' ').at(-1);
  const message = `'${given}' not a valid key=value pair (missing equal-sign) in Authorization header: '${authorization}'.`;
  return new GatewayFailure('INVALID_SIGNATURE', message, {
    reason: 'there is no method, but an Authorization header',
  });
}

/** A configuration that cannot produce a response. The client gets a plain 500; the log has the reason. */
export function misconfigured(reason: string): GatewayFailure {
  return new GatewayFailure('API_CONFIGURATION_ERROR', 'Internal server error', { reason });
}
