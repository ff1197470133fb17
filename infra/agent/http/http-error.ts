import { STATUS_CODES } from 'node:http';

/** An invalid field. Contains no value, which could be a secret. */
export interface FieldIssue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

/** An error for the client: `detail` is sent unchanged. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly detail: string | readonly FieldIssue[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail?: string | readonly FieldIssue[], headers: Readonly<Record<string, string>> = {}) {
    const said = detail ?? STATUS_CODES[status] ?? 'Error';
    super(typeof said === 'string' ? said : said.map((issue) => `${issue.loc.join('.')}: ${issue.msg}`).join('; '));
    this.status = status;
    this.detail = said;
    this.headers = headers;
  }
}

/** 422 with all issues of path, query or body. */
export function unprocessable(issues: readonly FieldIssue[]): HttpError {
  return new HttpError(422, issues);
}
