import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '../../../shared/contract/endpoint/error-codes.ts';
import { problem } from '../../../shared/http/answers/problem.ts';
import type { Answer, Exchange } from './exchange.ts';
import { GatewayFailure } from './gateway-failure.ts';
import { answerToFailure } from './gateway-responses.ts';

/** A request that ends here before the API is asked. API Gateway has such ends, too, with texts of its own. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: ErrorCode;

  /** @param detail one sentence for the caller */
  constructor(status: number, code: ErrorCode, detail: string) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

/** For a request whose Host header is missing, is there twice, or holds a name that is none of this machine's. */
export function refusalOfHost(hosts: readonly string[]): Refusal {
  const [host, ...others] = hosts;
  if (host === undefined || others.length > 0) {
    return new Refusal(400, 'malformed_request', 'send the header Host once, with the address of this service');
  }
  return new Refusal(
    403,
    'forbidden',
    'this service runs for this machine alone, and the header Host holds another name than localhost: use ' +
      'http://127.0.0.1 with the port, or start the service with --allow-host and the name',
  );
}

/** For the method CONNECT. */
export const refusalOfTunnel = new Refusal(
  400,
  'malformed_request',
  'the method CONNECT is for proxies, and this service is none; send the request itself',
);

/** For bytes that Node could not read as a request, by the code of its error. */
export function refusalOfBytes(code: string | undefined): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Refusal(431, 'malformed_request', 'the URL and the headers are larger than 16 KB together; send less');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Refusal(413, 'payload_too_large', 'the extensions of a chunk are too large; send chunks without any');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal(408, 'malformed_request', 'the request did not arrive as a whole in time; send it again');
    default:
      return new Refusal(400, 'malformed_request', 'the request is not valid HTTP/1.1; send it by an HTTP client');
  }
}

/** With the headers of the template's own errors, and a text that says more than these can. */
export function answerToRefusal({ status, code, message }: Refusal, exchange: Exchange): Answer {
  const { headers } = answerToFailure(new GatewayFailure('DEFAULT_4XX', message, { status }), exchange);
  const told = problem(code, message, exchange.request.requestId);
  const body = { ...told, status, title: STATUS_CODES[status] ?? told.title, message };
  return { status, headers, body: Buffer.from(JSON.stringify(body)) };
}
