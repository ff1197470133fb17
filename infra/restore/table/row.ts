import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** A row as DynamoDB has it, so that a copy is the same to the last digit. */
export type Row = Readonly<Record<string, AttributeValue>>;

/** The attributes of a table's key: partition key, then sort key. */
export type KeyNames = readonly string[];

export function keyOf(row: Row, names: KeyNames): Record<string, AttributeValue> {
  return Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));
}

/** One text for one key. */
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

/** The owner of a row: an attribute, or what precedes the last slash of its partition key. */
export function ownerOf(row: Row, [partition = '']: KeyNames): string | undefined {
  return textIn(row, 'owner_id') ?? /^(.+)\/[^/]+$/.exec(textIn(row, partition) ?? '')?.[1];
}

/** The ids in a row's key, by which the audit log names what was deleted. */
export function idsOf(row: Row, names: KeyNames): ReadonlySet<string> {
  return new Set(names.flatMap((name) => (textIn(row, name) ?? '').split(/[#/]/)).filter((part) => part !== ''));
}

/** Sets have no order, and objects none that counts. */
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
