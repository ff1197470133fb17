import type { APIGatewayProxyEvent } from 'aws-lambda';
import { AppError } from '../../platform/errors/errors.ts';

/** Whether a body comes as HTML forms and OAuth clients send it. The names of headers are in lower case by now. */
export function isForm(event: APIGatewayProxyEvent): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(event.headers['content-type'] ?? '');
}

/** Puts a form's fields in place of its text, as the JSON parser does. @throws AppError for a field that comes twice */
export function readForm(event: APIGatewayProxyEvent): void {
  const text = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString('utf8');
  const fields = new URLSearchParams(text);
  for (const name of new Set(fields.keys())) {
    if (fields.getAll(name).length > 1) {
      throw new AppError('malformed_request', `body.${name.slice(0, 100)}: this field came twice; send it once`);
    }
  }
  // The schema of the endpoint reads it next, which is all that uses the body.
  event.body = Object.fromEntries(fields) as unknown as string;
}
