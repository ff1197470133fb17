import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Assembly } from '../assembly/assembly.ts';
import { AwsError } from '../aws/aws-error.ts';
import { type Place, physicalRef } from '../aws/names.ts';
import { readStateFile, writeStateFile } from '../state/state-file.ts';

type Input = Readonly<Record<string, unknown>>;

interface Key {
  readonly id: string;
  readonly arn: string;
  /** The encryption key. It leaves this process only for the state file. */
  readonly material: Buffer;
}

const blob = z.base64().transform((text) => Buffer.from(text, 'base64'));
const EncryptionContext = z.record(z.string().min(1), z.string()).default({});
const KeyId = z.string().min(1).max(2048);

const GenerateDataKeyInput = z.strictObject({
  KeyId,
  EncryptionContext,
  KeySpec: z.enum(['AES_128', 'AES_256']).optional(),
  NumberOfBytes: z.int().min(1).max(1024).optional(),
});
const DecryptInput = z.strictObject({
  KeyId: KeyId.optional(),
  EncryptionContext,
  CiphertextBlob: blob.refine(({ length }) => length >= 1 && length <= 6144),
  EncryptionAlgorithm: z.literal('SYMMETRIC_DEFAULT').optional(),
});
const DescribeKeyInput = z.strictObject({ KeyId });

/**
 * KMS with symmetric keys. Their material is in a file that only the user can read; without it, nothing can be
 * decrypted.
 */
export class LocalKms {
  readonly #keys: readonly Key[];

  private constructor(keys: readonly Key[]) {
    this.#keys = keys;
  }

  static async open(assembly: Assembly, place: Place, path: string): Promise<LocalKms> {
    const stored = JSON.parse((await readStateFile(path)) ?? '{}') as Record<string, string>;
    const keys = assembly.ofType('AWS::KMS::Key').map((resource) => {
      const id = physicalRef(resource, place);
      const material = stored[id] ?? randomBytes(32).toString('base64');
      const arn = `arn:aws:kms:${place.region}:${place.accountId}:key/${id}`;
      return { id, arn, material: Buffer.from(material, 'base64') };
    });
    // Keys that a newer template no longer has stay in the file, so that going back finds them.
    const all = { ...stored, ...Object.fromEntries(keys.map(({ id, material }) => [id, material.toString('base64')])) };
    await writeStateFile(path, JSON.stringify(all, undefined, 2));
    return new LocalKms(keys);
  }

  /** @throws AwsError as KMS would return it */
  async handle(action: string, input: Input): Promise<Record<string, unknown>> {
    switch (action) {
      case 'GenerateDataKey':
        return this.#generateDataKey(parse(GenerateDataKeyInput, input));
      case 'Decrypt':
        return this.#decrypt(parse(DecryptInput, input));
      case 'DescribeKey':
        return describe(this.#find(parse(DescribeKeyInput, input).KeyId));
      default:
        throw new AwsError('UnsupportedOperationException', `${action} is not available locally.`);
    }
  }

  /** The key that IAM checks: the named one, otherwise the one that made the ciphertext. */
  arnFor({ KeyId: named, CiphertextBlob }: Input): string {
    const sealed = typeof CiphertextBlob === 'string' ? keyIdIn(Buffer.from(CiphertextBlob, 'base64')) : undefined;
    const wanted = typeof named === 'string' ? named : sealed;
    return this.#keys.find((key) => isNamed(key, wanted))?.arn ?? wanted ?? '*';
  }

  #generateDataKey(input: z.infer<typeof GenerateDataKeyInput>) {
    const { KeyId: named, KeySpec, NumberOfBytes, EncryptionContext: context } = input;
    if ((KeySpec === undefined) === (NumberOfBytes === undefined)) {
      throw new AwsError('ValidationException', 'Please specify either number of bytes or key spec.');
    }
    const key = this.#find(named);
    const dataKey = randomBytes(NumberOfBytes ?? (KeySpec === 'AES_128' ? 16 : 32));
    return {
      KeyId: key.arn,
      Plaintext: dataKey.toString('base64'),
      CiphertextBlob: seal(dataKey, key, context).toString('base64'),
    };
  }

  #decrypt({ KeyId: named, CiphertextBlob, EncryptionContext: context }: z.infer<typeof DecryptInput>) {
    const wanted = named === undefined ? undefined : this.#find(named);
    const id = keyIdIn(CiphertextBlob);
    const key = this.#keys.find((candidate) => candidate.id === id);
    if (key && wanted && key !== wanted) {
      throw new AwsError(
        'IncorrectKeyException',
        'The key ID in the request does not identify a CMK that can perform this operation.',
      );
    }
    const plaintext = key && open(CiphertextBlob, key, context);
    // Like KMS, says nothing about the cause.
    if (!key || !plaintext) throw new AwsError('InvalidCiphertextException', '');
    return { KeyId: key.arn, Plaintext: plaintext.toString('base64'), EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
  }

  #find(named: string): Key {
    const found = this.#keys.find((key) => isNamed(key, named));
    if (!found) throw new AwsError('NotFoundException', `Key '${named}' does not exist`);
    return found;
  }
}

function isNamed({ id, arn }: Key, named: string | undefined): boolean {
  return named === id || named === arn;
}

function describe({ id, arn }: Key): Record<string, unknown> {
  return {
    KeyMetadata: {
      AWSAccountId: arn.split(':')[4],
      KeyId: id,
      Arn: arn,
      Enabled: true,
      KeyState: 'Enabled',
      KeyUsage: 'ENCRYPT_DECRYPT',
      KeySpec: 'SYMMETRIC_DEFAULT',
      KeyManager: 'CUSTOMER',
      Origin: 'AWS_KMS',
      MultiRegion: false,
      EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'],
    },
  };
}

function parse<T>(schema: z.ZodType<T>, input: Input): T {
  const read = schema.safeParse(input);
  if (!read.success) throw new AwsError('ValidationException', z.prettifyError(read.error));
  return read.data;
}

/** A ciphertext begins with the format and the id of the key. */
const FORMAT = 1;
const ID_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + ID_BYTES + IV_BYTES + TAG_BYTES;

/** Names and values to which a ciphertext is bound: only the same ones decrypt it. */
type Context = Readonly<Record<string, string>>;

function seal(plaintext: Uint8Array, { id, material }: Key, context: Context): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', material, iv).setAAD(boundTo(context));
  const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([
    Buffer.of(FORMAT),
    Buffer.from(id.replaceAll('-', ''), 'hex'),
    iv,
    cipher.getAuthTag(),
    sealed,
  ]);
}

/** Undefined for another key or context, or for bytes that are not a ciphertext. */
function open(ciphertext: Uint8Array, { id, material }: Key, context: Context): Buffer | undefined {
  if (keyIdIn(ciphertext) !== id) return undefined;
  const bytes = Buffer.from(ciphertext);
  const ivAt = 1 + ID_BYTES;
  const tagAt = ivAt + IV_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', material, bytes.subarray(ivAt, tagAt))
    .setAAD(boundTo(context))
    .setAuthTag(bytes.subarray(tagAt, HEAD_BYTES));
  const opened = decipher.update(bytes.subarray(HEAD_BYTES));
  try {
    return Buffer.concat([opened, decipher.final()]);
  } catch {
    // The only failure here is an authentication tag that does not match.
    return undefined;
  }
}

/** The id of the key that made a ciphertext; undefined for other bytes. */
function keyIdIn(ciphertext: Uint8Array): string | undefined {
  if (ciphertext.length <= HEAD_BYTES || ciphertext[0] !== FORMAT) return undefined;
  const hex = Buffer.from(ciphertext).toString('hex', 1, 1 + ID_BYTES);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The order of names does not matter. */
function boundTo(context: Context): Buffer {
  const entries = Object.entries(context).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(JSON.stringify(entries));
}
