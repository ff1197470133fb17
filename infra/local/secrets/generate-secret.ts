import { randomInt } from 'node:crypto';

/** GenerateSecretString of a template. */
export interface SecretRecipe {
  readonly SecretStringTemplate?: string;
  readonly GenerateStringKey?: string;
  readonly PasswordLength?: number;
  readonly ExcludeCharacters?: string;
  readonly ExcludeLowercase?: boolean;
  readonly ExcludeNumbers?: boolean;
  readonly ExcludePunctuation?: boolean;
  readonly ExcludeUppercase?: boolean;
  readonly IncludeSpace?: boolean;
  readonly RequireEachIncludedType?: boolean;
}

const LOWERCASE = 'abcdefghijklmnopqrstuvwxyz';
const UPPERCASE = LOWERCASE.toUpperCase();
const NUMBERS = '0123456789';
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/** A new secret string as Secrets Manager would generate it: a password, alone or as one member of a JSON template. */
export function generateSecretString(recipe: SecretRecipe): string {
  const password = generatePassword(recipe);
  if (recipe.GenerateStringKey === undefined) return password;
  const template = JSON.parse(recipe.SecretStringTemplate ?? '{}') as Record<string, unknown>;
  return JSON.stringify({ ...template, [recipe.GenerateStringKey]: password });
}

function generatePassword(recipe: SecretRecipe): string {
  const kinds = [
    recipe.ExcludeLowercase ? '' : LOWERCASE,
    recipe.ExcludeUppercase ? '' : UPPERCASE,
    recipe.ExcludeNumbers ? '' : NUMBERS,
    recipe.ExcludePunctuation ? '' : PUNCTUATION,
    recipe.IncludeSpace ? ' ' : '',
  ]
    .map((kind) => [...kind].filter((character) => !recipe.ExcludeCharacters?.includes(character)).join(''))
    .filter((kind) => kind !== '');
  const required = recipe.RequireEachIncludedType === false ? [] : kinds.map(pick);
  const length = recipe.PasswordLength ?? 32;
  const rest = Array.from({ length: Math.max(0, length - required.length) }, () => pick(kinds.join('')));
  return shuffle([...required, ...rest]).join('');
}

function pick(characters: string): string {
  return characters[randomInt(characters.length)] ?? '';
}

function shuffle(characters: string[]): string[] {
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [characters[last], characters[other]] = [characters[other] ?? '', characters[last] ?? ''];
  }
  return characters;
}
