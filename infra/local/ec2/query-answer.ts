import { randomUUID } from 'node:crypto';
import type { Answer } from '../aws/answer.ts';
import type { AwsError } from '../aws/aws-error.ts';
import { element, type XmlParts } from './xml.ts';

const NAMESPACE = ' xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"';

/** The output of an action as EC2 answers it. */
export function queryAnswer(action: string, output: XmlParts): Answer {
  const requestId = randomUUID();
  return xml(200, requestId, element(`${action}Response`, { requestId, ...output }, NAMESPACE));
}

export function queryErrorAnswer({ type, message, status }: AwsError): Answer {
  const requestId = randomUUID();
  const content = { Errors: { Error: { Code: type, Message: message } }, RequestID: requestId };
  return xml(status, requestId, element('Response', content));
}

function xml(status: number, requestId: string, content: string): Answer {
  const headers = { 'content-type': 'text/xml;charset=UTF-8', 'x-amzn-requestid': requestId };
  return { status, body: `<?xml version="1.0" encoding="UTF-8"?>\n${content}`, headers };
}
