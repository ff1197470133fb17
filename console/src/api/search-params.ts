/** Reads the text parameters of a URL and leaves out others: people edit and truncate URLs. */
export function textParams<Name extends string>(
  search: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const given = names.flatMap((name) => {
    const value = search[name];
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [[name, String(value)]] : [];
  });
  return Object.fromEntries(given);
}

/** The parameters with one more, or without it. A changed filter begins at the first page. */
export function withParam(
  search: object,
  name: string,
  value: string | undefined,
): Readonly<Record<string, string | undefined>> {
  return { ...withoutParams(search, [name]), ...(value === undefined ? {} : { [name]: value }) };
}

/** The parameters without these, and without the page. */
export function withoutParams(search: object, names: readonly string[]): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(search).filter(([name]) => name !== 'page' && !names.includes(name)));
}

/** The fields of a request, without undefined and empty ones. */
export function given<T extends object>(values: T): { [Name in keyof T]?: Exclude<T[Name], undefined | ''> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as {
    [Name in keyof T]?: Exclude<T[Name], undefined | ''>;
  };
}

/** Whether a text is one of the choices of a page. */
export function isOneOf<Name extends string>(choices: Readonly<Record<Name, unknown>>, text: string): text is Name {
  return Object.hasOwn(choices, text);
}
