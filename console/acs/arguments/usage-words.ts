/** What yargs says of a wrong command line, in the words of this program. */
const words: readonly (readonly [said: RegExp, instead: string])[] = [
  [/^Not enough non-option arguments:.*/, 'An argument is missing.'],
  [/^Too many non-option arguments:.*/, 'There are too many arguments.'],
  [/^Not enough arguments following: (.*)/, 'Option --$1 needs a value.'],
  [/^Unknown (arguments?): (.*)/, 'Unknown $1: $2.'],
  [/^Invalid values:\s+Argument: (\S+), Given: ([^,]*), Choices: (.*)/s, '--$1: $2 is none of $3.'],
];

export function usageWords(said: string): string {
  const [pattern, instead] = words.find(([candidate]) => candidate.test(said)) ?? [];
  return pattern === undefined || instead === undefined ? said : said.replace(pattern, instead);
}

/** The name that was meant, where one differs from the word by a letter or two. */
export function closest(word: string, names: readonly string[]): string | undefined {
  const limit = word.length < 5 ? 1 : 2;
  const [best] = names
    .map((name) => ({ name, distance: distanceOf(word, name) }))
    .filter(({ distance }) => distance <= limit)
    .sort((one, other) => one.distance - other.distance);
  return best?.name;
}

/** How many letters have to be put in, left out or changed (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [place, letter] of [...one].entries()) {
    const next = [place + 1];
    for (const [index, wanted] of [...other].entries()) {
      const changed = (row[index] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
