import { AppError } from '../../platform/errors/errors.ts';

/** Whether a body comes as HTML forms and OAuth clients send it. */
export function isForm(contentType: string | undefined): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '');
}

/** The fields of a form. @returns undefined when its escapes are not UTF-8. @throws AppError for a repeated field */
export function formFields(text: string): Readonly<Record<string, string>> | undefined {
  try {
    // `URLSearchParams` would put U+FFFD for such bytes.
    for (const [escapes] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) decodeURIComponent(escapes);
  } catch {
    return undefined;
  }
  const fields = new URLSearchParams(text);
  for (const name of new Set(fields.keys())) {
    if (fields.getAll(name).length > 1) {
      throw new AppError('malformed_request', `body.${name.slice(0, 100)}: this field came twice; send it once`);
    }
  }
  return Object.fromEntries(fields);
}
