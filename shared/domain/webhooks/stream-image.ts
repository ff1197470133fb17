import type { AttributeValue } from 'aws-lambda';

type Image = Readonly<Record<string, AttributeValue>>;

/** A row of a stream record in plain values. Sets and bytes, which no row here has, are left out. */
export function plainRow(image: Image | undefined): Readonly<Record<string, unknown>> | undefined {
  return image && Object.fromEntries(Object.entries(image).map(([name, value]) => [name, plain(value)]));
}

function plain(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL !== undefined) return null;
  if (value.L !== undefined) return value.L.map(plain);
  return plainRow(value.M);
}
