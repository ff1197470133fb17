import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** A row in DynamoDB's format, so that copies are exact. */
export type Row = Readonly<Record<string, AttributeValue>>;

/** The names of a table's partition key and sort key. */
export type KeyNames = readonly string[];

export function keyOf(row: Row, names: KeyNames): Record<string, AttributeValue> {
  return Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));
}

/** A unique text for a key. */
export function keyText(row: Row, names: KeyNames): string {
  return names.map((name) => textIn(row, name) ?? '').join(' / ');
}

export function textIn(row: Row, name: string): string | undefined {
  return row[name]?.S;
}

export function numberIn(row: Row, name: string): number | undefined {
  const text = row[name]?.N;
  return text === undefined ? undefined : Number(text);
}

/** The owner of a row: an attribute, or the part of its partition key before the last slash. */
export function ownerOf(row: Row, [partition = '']: KeyNames): string | undefined {
  return textIn(row, 'owner_id') ?? /^(.+)\/[^/]+$/.exec(textIn(row, partition) ?? '')?.[1];
}

/** The IDs in a row's key. The audit log identifies deleted objects by them. */
export function idsOf(row: Row, names: KeyNames): ReadonlySet<string> {
  return new Set(names.flatMap((name) => (textIn(row, name) ?? '').split(/[#/]/)).filter((part) => part !== ''));
}

/** Ignores the order of sets and members. */
export function isSame(a: Row, b: Row): boolean {
  return isDeepStrictEqual(sorted(a), sorted(b));
}

function sorted(row: Row): unknown {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value.SS ? { SS: value.SS.toSorted() } : value.NS ? { NS: value.NS.toSorted() } : value,
    ]),
  );
}
