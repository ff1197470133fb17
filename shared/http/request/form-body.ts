import type { APIGatewayProxyEvent } from 'aws-lambda';

/** Whether a body comes as HTML forms and OAuth clients send it. The names of headers are in lower case by now. */
export function isForm(event: APIGatewayProxyEvent): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(event.headers['content-type'] ?? '');
}

/** Puts a form's fields in place of its text, as the JSON parser does. The last of repeated fields counts. */
export function readForm(event: APIGatewayProxyEvent): void {
  const text = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString('utf8');
  // The schema of the endpoint reads it next, which is all that uses the body.
  event.body = Object.fromEntries(new URLSearchParams(text)) as unknown as string;
}
