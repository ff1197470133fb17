/**
 * An error as an AWS service answers it: the name an SDK maps to its exception class, the HTTP status, and the modelled fields beside
 * the message (such as `resourceIds` of a ConflictException).
 */
export class AwsError extends Error {
  readonly type: string;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(type: string, message: string, status = 400, body: Record<string, unknown> = {}) {
    super(message);
    this.name = 'AwsError';
    this.type = type;
    this.status = status;
    this.body = body;
  }
}
