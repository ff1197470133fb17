/** An AWS service's error: exception name, HTTP status and modelled fields such as `resourceIds`. */
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
