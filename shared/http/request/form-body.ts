/** Whether a body comes as HTML forms and OAuth clients send it. */
export function isForm(contentType: string | undefined): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '');
}

/** The fields of a form; the last of repeated ones counts. @returns undefined when its escapes are not UTF-8 */
export function formFields(text: string): Readonly<Record<string, string>> | undefined {
  try {
    // `URLSearchParams` would put U+FFFD for such bytes.
    for (const [escapes] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) decodeURIComponent(escapes);
  } catch {
    return undefined;
  }
  return Object.fromEntries(new URLSearchParams(text));
}
