import { type ClientRequest, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** Node's own client for the protocol of the URL. */
export function requestTo(url: URL, options: RequestOptions): ClientRequest {
  return url.protocol === 'http:' ? httpRequest(url, options) : httpsRequest(url, options);
}
