import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import { REPLACEMENT } from '../../contract/shapes/text.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { fieldError, type Source } from '../../platform/errors/field-error.ts';

/** The parameters of the path, which arrive percent-encoded. Those that are no UTF-8 stay as they came. */
export function pathOf(event: APIGatewayProxyEvent): Record<string, unknown> {
  const given = Object.entries(event.pathParameters ?? {});
  return Object.fromEntries(given.map(([name, value]) => [name, decoded(value) ?? value]));
}

/** Repeats stay a list where the schema wants one; elsewhere the last counts. Unknown ones are ignored. */
export function queryOf(schema: z.ZodObject | undefined, event: APIGatewayProxyEvent): Record<string, unknown> {
  const given = event.multiValueQueryStringParameters ?? {};
  return Object.fromEntries(
    Object.entries(schema?.shape ?? {}).flatMap(([name, field]) => {
      const values = given[name];
      if (!values) return [];
      return [[name, isList(field) ? values : values.at(-1)]];
    }),
  );
}

function isList(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isList(schema.unwrap());
  return schema instanceof z.ZodArray;
}

/**
 * No parameter has an honest U+FFFD: API Gateway puts it for bytes that were not UTF-8.
 *
 * @throws AppError `malformed_request` that names the parameter
 */
export function requireUtf8(event: APIGatewayProxyEvent, query: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(event.pathParameters ?? {})) {
    if (decoded(value)?.includes(REPLACEMENT) ?? value !== undefined) throw notUtf8('path', name);
  }
  for (const [name, value] of Object.entries(query)) {
    if ([value].flat().some((text) => String(text).includes(REPLACEMENT))) throw notUtf8('query', name);
  }
}

/** @returns undefined when the escapes of a text are no UTF-8 */
function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function notUtf8(source: Source, name: string): AppError {
  const msg = 'this is not valid UTF-8 in percent-encoding';
  return new AppError('malformed_request', `${source}.${name}: ${msg}`, {
    extensions: { errors: [fieldError(source, [name], msg, 'not_utf8')] },
  });
}
