/** Writes names as a full name, which has no spaces: a space is `%20`, and a percent sign `%25`. */
export function fullNameOf(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/[% ]/g, encodeURIComponent)).join('/');
}

/** The name that a part of a full name stands for. People also copy parts from a URL, where more is encoded. */
export function namedBy(part: string): string {
  try {
    const name = decodeURIComponent(part);
    // A part never becomes two, and never leads up.
    return /^\.*$|\//.test(name) ? part : name;
  } catch {
    return part;
  }
}
