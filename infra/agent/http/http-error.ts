import { STATUS_CODES } from 'node:http';

/** One wrong field, as clients know it. The value is left out: it may be a secret. */
export interface FieldIssue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

/** A failure the caller may see: `detail` is sent as it is. */
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

/** A request whose path, query or body breaks the contract: 422 with every issue found. */
export function unprocessable(issues: readonly FieldIssue[]): HttpError {
  return new HttpError(422, issues);
}
