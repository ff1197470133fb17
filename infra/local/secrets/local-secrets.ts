import { randomInt, randomUUID } from 'node:crypto';
import type { Assembly, Resource } from '../assembly/assembly.ts';
import { AwsError } from '../aws/aws-error.ts';
import { type Place, physicalName, physicalRef } from '../aws/names.ts';
import { WholeFile } from '../state/state-file.ts';
import { findVersion, type StoredSecret, withStageMoved, withVersion } from './secret-versions.ts';

type Input = Readonly<Record<string, unknown>>;

/** Secrets Manager. Generated values are made once and kept in a file that only the user can read. */
export class LocalSecrets {
  readonly #file: WholeFile;
  readonly #stored = new Map<string, StoredSecret>();
  readonly #arns = new Set<string>();
  /** Secrets that only this process knows, by ARN. No file has them. */
  readonly #lent: Readonly<Record<string, string>>;

  private constructor(path: string, lent: Readonly<Record<string, string>>) {
    this.#lent = lent;
    this.#file = new WholeFile(path, () => JSON.stringify(Object.fromEntries(this.#stored), undefined, 2));
  }

  /** @param lent values by ARN that no file keeps, such as keys from the environment */
  static async open(
    assembly: Assembly,
    place: Place,
    path: string,
    lent: Readonly<Record<string, string>> = {},
  ): Promise<LocalSecrets> {
    const secrets = new LocalSecrets(path, lent);
    const content = JSON.parse((await secrets.#file.read()) ?? '{}') as Record<string, StoredSecret | OldSecret>;
    // Secrets that a newer template no longer has stay in the file, so that going back finds their values.
    for (const [arn, secret] of Object.entries(content)) secrets.#stored.set(arn, upgraded(secret));
    for (const resource of assembly.ofType('AWS::SecretsManager::Secret')) {
      const arn = physicalRef(resource, place);
      secrets.#arns.add(arn);
      if (!secrets.#stored.has(arn)) secrets.#stored.set(arn, create(resource));
    }
    await secrets.#file.save();
    return secrets;
  }

  get arns(): readonly string[] {
    return [...this.#arns, ...Object.keys(this.#lent)];
  }

  /** @throws AwsError as Secrets Manager would return it */
  async handle(action: string, input: Input): Promise<Record<string, unknown>> {
    const [arn, secret] = this.#find(String(input.SecretId));
    if (arn in this.#lent && action !== 'GetSecretValue')
      throw new AwsError('InvalidRequestException', `${action} is not available for a secret of the environment.`);
    switch (action) {
      case 'GetSecretValue':
        return secretValue(arn, secret, input);
      case 'DescribeSecret':
        return describe(arn, secret);
      case 'PutSecretValue': {
        const id = textOf(input.ClientRequestToken) ?? randomUUID();
        const added = { id, value: String(input.SecretString), createdAt: new Date().toISOString() };
        const stages = Array.isArray(input.VersionStages) ? input.VersionStages.map(String) : ['AWSCURRENT'];
        const next = withVersion(secret, added, stages);
        await this.#keep(arn, next);
        return { ARN: arn, Name: secret.name, VersionId: id, VersionStages: findVersion(next, id).stages };
      }
      case 'UpdateSecretVersionStage': {
        const move = { from: textOf(input.RemoveFromVersionId), to: textOf(input.MoveToVersionId) };
        await this.#keep(arn, withStageMoved(secret, String(input.VersionStage), move));
        return { ARN: arn, Name: secret.name };
      }
      default:
        throw new AwsError('InvalidRequestException', `${action} is not available locally.`);
    }
  }

  #find(nameOrArn: string): readonly [string, StoredSecret] {
    const value = Object.hasOwn(this.#lent, nameOrArn) ? this.#lent[nameOrArn] : undefined;
    if (value !== undefined) return [nameOrArn, lentSecret(nameOrArn, value)];
    const found = [...this.#stored].find(
      ([arn, secret]) => this.#arns.has(arn) && (arn === nameOrArn || secret.name === nameOrArn),
    );
    if (!found) throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    return found;
  }

  async #keep(arn: string, secret: StoredSecret): Promise<void> {
    this.#stored.set(arn, secret);
    await this.#file.save();
  }
}

function secretValue(arn: string, secret: StoredSecret, { VersionId, VersionStage }: Input): Record<string, unknown> {
  const { id, value, stages, createdAt } = findVersion(secret, textOf(VersionId), textOf(VersionStage));
  const CreatedDate = Date.parse(createdAt) / 1000;
  return { ARN: arn, Name: secret.name, VersionId: id, SecretString: value, VersionStages: stages, CreatedDate };
}

function describe(arn: string, { name, versions }: StoredSecret): Record<string, unknown> {
  const times = versions.map(({ createdAt }) => Date.parse(createdAt) / 1000);
  return {
    ARN: arn,
    Name: name,
    CreatedDate: Math.min(...times),
    LastChangedDate: Math.max(...times),
    VersionIdsToStages: Object.fromEntries(versions.map(({ id, stages }) => [id, stages])),
  };
}

function create(resource: Resource): StoredSecret {
  const { SecretString, GenerateSecretString } = resource.properties;
  const value =
    typeof SecretString === 'string'
      ? SecretString
      : generateSecretString((GenerateSecretString ?? {}) as SecretRecipe);
  return { name: physicalName(resource), versions: [firstVersion(randomUUID(), value, new Date().toISOString())] };
}

function lentSecret(arn: string, value: string): StoredSecret {
  const name = arn.replace(/^.*:secret:(.*)-\w{6}$/, '$1');
  return { name, versions: [firstVersion('environment', value, new Date(0).toISOString())] };
}

function firstVersion(id: string, value: string, createdAt: string) {
  return { id, value, createdAt, stages: ['AWSCURRENT'] };
}

/** The format of a secret when it had only one value. */
interface OldSecret {
  readonly name: string;
  readonly value: string;
  readonly versionId: string;
  readonly createdAt: string;
}

function upgraded(secret: StoredSecret | OldSecret): StoredSecret {
  if ('versions' in secret) return secret;
  return { name: secret.name, versions: [firstVersion(secret.versionId, secret.value, secret.createdAt)] };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** GenerateSecretString of a template. */
interface SecretRecipe {
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

/** Generates a secret string like Secrets Manager: a password, alone or as a member of a JSON template. */
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
