import { randomUUID } from 'node:crypto';
import type { Assembly, Resource } from '../assembly/assembly.ts';
import { AwsError } from '../aws/aws-error.ts';
import { type Place, physicalName, physicalRef } from '../aws/names.ts';
import { readStateFile, writeStateFile } from '../state-file.ts';
import { generateSecretString, type SecretRecipe } from './generate-secret.ts';

interface StoredSecret {
  readonly name: string;
  readonly value: string;
  readonly versionId: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Secrets Manager, for the secrets of the template. A generated value is made once and kept in a file that only the user may read. */
export class LocalSecrets {
  readonly #secrets: ReadonlyMap<string, StoredSecret>;

  private constructor(secrets: ReadonlyMap<string, StoredSecret>) {
    this.#secrets = secrets;
  }

  static async open(assembly: Assembly, place: Place, path: string): Promise<LocalSecrets> {
    const stored = JSON.parse((await readStateFile(path)) ?? '{}') as Record<string, StoredSecret>;
    const secrets = new Map(
      assembly.ofType('AWS::SecretsManager::Secret').map((resource) => {
        const arn = physicalRef(resource, place);
        return [arn, stored[arn] ?? create(resource)] as const;
      }),
    );
    // What a newer template no longer names stays in the file: going back must find the old value.
    await writeStateFile(path, JSON.stringify({ ...stored, ...Object.fromEntries(secrets) }, undefined, 2));
    return new LocalSecrets(secrets);
  }

  get arns(): readonly string[] {
    return [...this.#secrets.keys()];
  }

  /** @throws AwsError as Secrets Manager answers it. */
  handle(action: string, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const [arn, secret] = this.#find(String(input.SecretId));
    const createdDate = Date.parse(secret.createdAt) / 1000;
    switch (action) {
      case 'GetSecretValue':
        return {
          ARN: arn,
          Name: secret.name,
          VersionId: secret.versionId,
          SecretString: secret.value,
          VersionStages: ['AWSCURRENT'],
          CreatedDate: createdDate,
        };
      case 'DescribeSecret':
        return {
          ARN: arn,
          Name: secret.name,
          CreatedDate: createdDate,
          LastChangedDate: createdDate,
          VersionIdsToStages: { [secret.versionId]: ['AWSCURRENT'] },
        };
      default:
        throw new AwsError('InvalidRequestException', `${action} is not available locally.`);
    }
  }

  #find(nameOrArn: string): readonly [string, StoredSecret] {
    const found = [...this.#secrets].find(([arn, secret]) => arn === nameOrArn || secret.name === nameOrArn);
    if (!found) throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    return found;
  }
}

function create(resource: Resource): StoredSecret {
  const { SecretString, GenerateSecretString } = resource.properties;
  const value =
    typeof SecretString === 'string'
      ? SecretString
      : generateSecretString((GenerateSecretString ?? {}) as SecretRecipe);
  return { name: physicalName(resource), value, versionId: randomUUID(), createdAt: new Date().toISOString() };
}
