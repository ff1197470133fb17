/** Reads parameters of an address that were typed, cut or made by another release: what is no text is left out. */
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

/** The same without what is empty, as query parameters of a request want it. */
export function given<T extends object>(values: T): { [Name in keyof T]?: Exclude<T[Name], undefined | ''> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as {
    [Name in keyof T]?: Exclude<T[Name], undefined | ''>;
  };
}

/** Whether a text names one of the choices that a page offers. */
export function isOneOf<Name extends string>(choices: Readonly<Record<Name, unknown>>, text: string): text is Name {
  return Object.hasOwn(choices, text);
}
