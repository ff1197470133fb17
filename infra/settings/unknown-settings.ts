/** Keys of the context that are no settings. */
const others = ['stage', 'stages', 'nag'];

/**
 * Refuses keys that look like misspelt settings. Other keys of the context belong to the CDK or to other apps.
 *
 * @throws naming the nearest setting of each misspelt one
 */
export function refuseMisspelt(keys: readonly string[], settings: readonly string[]): void {
  const names = [...others, ...settings];
  const misspelt = keys.filter(
    (key) => !names.includes(key) && /^[\w-]+$/.test(key) && nearestName(key, names) !== undefined,
  );
  if (misspelt.length > 0) throw new Error(`Context of the CDK: ${sentenceOf(misspelt, names)}`);
}

/** Requires each key of each stage in `stages` to be a setting. @throws naming the nearest setting of each other key */
export function refuseUnknown(stages: Readonly<Record<string, object | undefined>>, settings: readonly string[]): void {
  for (const [stage, overrides] of Object.entries(stages)) {
    const unknown = Object.keys(overrides ?? {}).filter((key) => !settings.includes(key));
    if (unknown.length > 0) throw new Error(`Settings of stage '${stage}': ${sentenceOf(unknown, settings)}`);
  }
}

function sentenceOf(keys: readonly string[], names: readonly string[]): string {
  const parts = keys.map((key) => {
    const nearest = nearestName(key, names);
    return `'${key}' is not a setting${nearest === undefined ? '' : `, did you mean '${nearest}'?`}`;
  });
  return parts.join('; ');
}

/** The name that a misspelt one probably means, if any. Case and hyphens do not count. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const plain = plainOf(given);
  const [nearest] = names
    .map((name) => ({ name, distance: editDistance(plain, plainOf(name)) }))
    .filter(({ name, distance }) => distance <= toleranceOf(name))
    .sort((a, b) => a.distance - b.distance);
  return nearest?.name;
}

/** How many letters can differ: a short name that differs in two is probably another word. */
function toleranceOf(name: string): number {
  return Math.min(3, Math.ceil(name.length / 6));
}

function plainOf(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

/** The Damerau–Levenshtein distance: the fewest letters to insert, delete, replace or swap with the next. */
function editDistance(from: string, to: string): number {
  const distances = [Array.from({ length: to.length + 1 }, (_, length) => length)];
  const between = (row: number, column: number) => distances[row]?.[column] ?? 0;
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    distances.push(current);
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        between(row - 1, column - 1) + (isSame ? 0 : 1),
        between(row - 1, column) + 1,
        between(row, column - 1) + 1,
        isSwapped ? between(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return between(from.length, to.length);
}
