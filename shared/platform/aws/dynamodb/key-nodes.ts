/**
 * Where the rows are in the input or output of a command, as the document client's commands say it: `null` is a value,
 * an object without members holds values only, and `*` stands for each member.
 */
export type KeyNodes = { readonly [name: string]: KeyNodes } | readonly never[] | null;

type Convert = (value: unknown) => unknown;

/** A copy in which each value of a row is converted; what is no row stays. */
export function converted(given: unknown, nodes: KeyNodes, convert: Convert): unknown {
  if (given === undefined || given === null) return given;
  if (nodes === null) return convert(given);
  const names = Object.keys(nodes);
  if (names.length === 0) return ofEach(given, convert);
  const places = nodes as { readonly [name: string]: KeyNodes };
  if (names.length === 1 && names[0] === '*') {
    const below = places['*'] ?? null;
    return ofEach(given, (member) => converted(member, below, convert));
  }
  const copy: Record<string, unknown> = { ...given };
  for (const name of names) {
    const member = copy[name];
    if (member !== undefined) copy[name] = converted(member, places[name] ?? null, convert);
  }
  return copy;
}

function ofEach(given: object, convert: Convert): unknown {
  if (Array.isArray(given)) return given.map(convert);
  const copy: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(given)) {
    if (member !== undefined && typeof member !== 'function') copy[name] = convert(member);
  }
  return copy;
}
