import { randomUUID } from 'node:crypto';
import type { Answer } from './answer.ts';
import type { AwsError } from './aws-error.ts';
import { type QueryService, queryDialects } from './query-dialects.ts';
import { element, type XmlParts } from './xml.ts';

/** The output of an action as EC2 answers it, or another service of the Query protocol. */
export function queryAnswer(action: string, output: XmlParts, service: QueryService = 'ec2'): Answer {
  const requestId = randomUUID();
  const { namespace, entry } = queryDialects[service];
  const content =
    service === 'ec2'
      ? { requestId, ...output }
      : { [`${action}Result`]: output, ResponseMetadata: { RequestId: requestId } };
  return xml(200, requestId, element(`${action}Response`, content, ` xmlns="${namespace}"`, entry));
}

export function queryErrorAnswer({ type, message, status }: AwsError, service: QueryService = 'ec2'): Answer {
  const requestId = randomUUID();
  const cause = { Code: type, Message: message };
  const content =
    service === 'ec2'
      ? element('Response', { Errors: { Error: cause }, RequestID: requestId })
      : element('ErrorResponse', {
          Error: { Type: status < 500 ? 'Sender' : 'Receiver', ...cause },
          RequestId: requestId,
        });
  return xml(status, requestId, content);
}

function xml(status: number, requestId: string, content: string): Answer {
  const headers = { 'content-type': 'text/xml;charset=UTF-8', 'x-amzn-requestid': requestId };
  return { status, body: `<?xml version="1.0" encoding="UTF-8"?>\n${content}`, headers };
}
