/** A member of a structured-field list (RFC 9651): a string with parameters. */
export interface Item {
  readonly value: string;
  readonly params: Readonly<Record<string, number | string | true>>;
}

/** Parses a list per RFC 9651, independently of the tested code. @throws if recipients ignore the field */
export function readList(text: string): readonly Item[] {
  const items: Item[] = [];
  let at = 0;
  const fail = (): never => {
    throw new Error(`no structured field, at ${at}: ${text}`);
  };
  const skip = (characters: string): void => {
    while (at < text.length && characters.includes(text.charAt(at))) at += 1;
  };
  const readString = (): string => {
    let value = '';
    for (at += 1; text.charAt(at) !== '"'; at += 1) {
      if (text.charAt(at) === '\\') at += 1;
      if (at >= text.length || !/[\x20-\x7e]/.test(text.charAt(at))) fail();
      value += text.charAt(at);
    }
    at += 1;
    return value;
  };
  const readNumber = (): number => {
    const [digits = fail()] = /^-?\d{1,15}(?![\d.])/.exec(text.slice(at)) ?? [];
    at += digits.length;
    return Number(digits);
  };
  while (at < text.length) {
    if (text.charAt(at) !== '"') fail();
    const value = readString();
    const params: Record<string, number | string | true> = {};
    while (text.charAt(at) === ';') {
      at += 1;
      skip(' ');
      const [name = fail()] = /^[a-z*][a-z0-9_.*-]*/.exec(text.slice(at)) ?? [];
      at += name.length;
      if (text.charAt(at) !== '=') params[name] = true;
      else {
        at += 1;
        params[name] = text.charAt(at) === '"' ? readString() : readNumber();
      }
    }
    items.push({ value, params });
    skip(' \t');
    if (at === text.length) break;
    if (text.charAt(at) !== ',') fail();
    at += 1;
    skip(' \t');
    if (at === text.length) fail();
  }
  return items;
}
