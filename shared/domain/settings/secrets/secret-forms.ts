/** Shorter texts are words such as `stdio`, not secrets. */
const SHORTEST = 6;

/** A line break, also as JSON writes it. */
const LINE_BREAK = /\\r\\n|\\n|\r?\n/;

/** The forms in which a program may print a secret: whole, by line, without `Bearer`, and encoded. */
export function formsOf(secret: string): readonly string[] {
  const texts = [...textsIn(secret), ...textsIn(secret.replace(/^Bearer /, ''))];
  const forms = texts.flatMap((text) => [text, asJson(text), encodeURIComponent(text)]);
  return longestFirst([...forms, inBase64(secret)]);
}

/** Whole and by line, each also without blanks around it. */
function textsIn(secret: string): readonly string[] {
  return [secret, ...secret.split(LINE_BREAK)].flatMap((text) => [text, text.trim()]);
}

function asJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** In base64, up to the bytes that depend on what follows, such as a line break of `echo`. */
function inBase64(secret: string): string {
  const bytes = Buffer.from(secret);
  return bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
}

function longestFirst(forms: readonly string[]): readonly string[] {
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST).toSorted((a, b) => b.length - a.length);
}

/** The most parts of secrets of a conversation. Each is a line of the agent's instructions. */
const MOST_PARTS = 100;

/** The lines around a key. */
const BOUNDARY = /^---.*---$/;

/** Parts of secrets by the secret's name. */
type Parts = ReadonlyMap<string, readonly string[]>;

interface HiddenPart {
  readonly name: string;
  readonly value: string;
}

/**
 * The parts of secrets that agent servers do not hide by themselves, as they look for whole values: lines, and forms in
 * JSON and URLs. Words of a configuration stay, as hiding them everywhere would reveal them.
 */
export function partsToHide(secrets: ReadonlyMap<string, string>): readonly HiddenPart[] {
  const parts = partsOf(secrets);
  const share = shareOf(parts);
  return [...parts].flatMap(([name, values]) =>
    values.slice(0, share).map((value, index) => ({ name: `${name} (part ${index + 1})`, value })),
  );
}

/** The names of the secrets with more parts than agents hide. */
export function partlyHidden(secrets: ReadonlyMap<string, string>): readonly string[] {
  const parts = partsOf(secrets);
  const share = shareOf(parts);
  return [...parts].filter(([, values]) => values.length > share).map(([name]) => name);
}

/** The most parts of one secret, so that a long secret leaves room for the others. */
function shareOf(parts: Parts): number {
  const lengths = [...parts.values()].map(({ length }) => length);
  const total = (share: number) => lengths.reduce((sum, length) => sum + Math.min(length, share), 0);
  let share = MOST_PARTS;
  while (total(share) > MOST_PARTS) share -= 1;
  return share;
}

function partsOf(secrets: ReadonlyMap<string, string>): Parts {
  const known = new Set(secrets.values());
  return new Map(
    [...secrets].map(([name, secret]) => {
      const telling = textsIn(secret).filter(isTelling);
      const forms = [
        ...telling.flatMap((text) => [text, asJson(text)]),
        ...telling.slice(0, 1).map(encodeURIComponent),
      ];
      const parts = longestFirst(forms)
        .filter((part) => !known.has(part))
        .slice(0, 2 * MOST_PARTS);
      // A part that contains another part shows nothing of it once that is hidden.
      return [name, parts.filter((part) => !parts.some((other) => other !== part && part.includes(other)))];
    }),
  );
}

function isTelling(part: string): boolean {
  return !BOUNDARY.test(part) && (part.length >= 20 || (part.length >= 8 && /\d/.test(part)));
}
