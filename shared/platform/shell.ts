/** A text as one word of a POSIX shell, whatever its characters. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Variables of a script. Scripts get all external values in this way, and never as a part of their own text. */
export function assignments(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join('\n');
}
