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
