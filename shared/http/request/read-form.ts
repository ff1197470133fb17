import { AppError } from '../../platform/errors.ts';
import type { BodyReader } from '../operation/body-reader.ts';
import { refuseText, textOf } from './read-body.ts';

/** Reads HTML forms, for endpoints with `bodyFormat: 'form'`. Other bodies are read as JSON. */
export const readForm: BodyReader = (event) => {
  if (!event.body || !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(event.headers['content-type'] ?? '')) return;
  return formFields(textOf(event)) ?? refuseText();
};

/** The fields of a form. @returns undefined when its escapes are not UTF-8 @throws AppError for a repeated field */
function formFields(text: string): Readonly<Record<string, string>> | undefined {
  try {
    // `URLSearchParams` would replace invalid bytes by U+FFFD.
    for (const [escapes] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) decodeURIComponent(escapes);
  } catch {
    return undefined;
  }
  const fields = new URLSearchParams(text);
  for (const name of new Set(fields.keys())) {
    if (fields.getAll(name).length > 1) {
      throw new AppError('malformed_request', `body.${name.slice(0, 100)}: Send this field only once.`);
    }
  }
  return Object.fromEntries(fields);
}
