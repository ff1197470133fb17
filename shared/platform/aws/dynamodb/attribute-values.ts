import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** An attribute in the JSON format of DynamoDB, with bytes in base64. */
export type WireValue = { readonly [Type in keyof AttributeValue]?: unknown };

/**
 * Converts a value to an attribute, without undefined members, like the SDK with `removeUndefinedValues`.
 *
 * @throws TypeError for values that DynamoDB cannot store: inexact numbers, empty sets and instances of classes
 */
export function toAttribute(value: unknown): WireValue {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
      return { N: numeral(value) };
    case 'bigint':
      return { N: String(value) };
    case 'boolean':
      return { BOOL: value };
    case 'object':
      return value === null ? { NULL: true } : containerOf(value);
    default:
      throw new TypeError(`DynamoDB has no type for a value of type ${typeof value}`);
  }
}

function containerOf(value: object): WireValue {
  if (Array.isArray(value)) return { L: value.filter(isStored).map(toAttribute) };
  if (value instanceof Uint8Array) return { B: base64(value) };
  if (value instanceof Set) return setOf([...value].filter(isStored));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError(`DynamoDB has no type for ${value.constructor.name}`);
  return { M: attributesOf(value) };
}

function attributesOf(members: object): Readonly<Record<string, WireValue>> {
  const attributes: Record<string, WireValue> = {};
  for (const [name, member] of Object.entries(members)) if (isStored(member)) attributes[name] = toAttribute(member);
  return attributes;
}

function isStored(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function';
}

function setOf(members: readonly unknown[]): WireValue {
  if (members.length === 0) throw new TypeError('DynamoDB has no empty sets');
  if (members.every((member) => typeof member === 'string')) return { SS: members };
  if (members.every((member) => member instanceof Uint8Array)) return { BS: members.map(base64) };
  if (members.every((member) => typeof member === 'number' || typeof member === 'bigint'))
    return { NS: members.map((member) => (typeof member === 'number' ? numeral(member) : String(member))) };
  throw new TypeError('the members of a set have one type: text, number or bytes');
}

function numeral(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`DynamoDB has no number ${value}`);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new TypeError(`the number ${value} has lost digits`);
  return String(value);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** @throws TypeError for an unknown type */
export function fromAttribute(attribute: WireValue): unknown {
  for (const type in attribute) {
    const value = attribute[type as keyof WireValue];
    if (value !== undefined) return nativeOf(type, value);
  }
  throw new TypeError(`an attribute without a value: ${JSON.stringify(attribute)}`);
}

function nativeOf(type: string, value: unknown): unknown {
  switch (type) {
    case 'S':
      return value;
    case 'N':
      return numberOf(value as string);
    case 'BOOL':
      return Boolean(value);
    case 'NULL':
      return null;
    case 'M':
      return membersOf(value as Readonly<Record<string, WireValue>>);
    case 'L':
      return (value as readonly WireValue[]).map(fromAttribute);
    case 'B':
      return bytesOf(value as string);
    case 'SS':
      return new Set(value as readonly string[]);
    case 'NS':
      return new Set((value as readonly string[]).map(numberOf));
    case 'BS':
      return new Set((value as readonly string[]).map(bytesOf));
    default:
      throw new TypeError(`DynamoDB has no type ${type}`);
  }
}

function membersOf(attributes: Readonly<Record<string, WireValue>>): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const name in attributes) {
    const attribute = attributes[name];
    if (attribute !== undefined) members[name] = fromAttribute(attribute);
  }
  return members;
}

/** Reads whole numbers beyond the safe integers as bigint. */
function numberOf(text: string): number | bigint {
  const value = Number(text);
  return Number.isFinite(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER ? BigInt(text) : value;
}

function bytesOf(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64');
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
