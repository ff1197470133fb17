import type * as z from 'zod';
import type { NamedKind } from '../shapes/named-kind.ts';
import type { Endpoint } from './endpoint.ts';

/** A field of a request with the id, or the ids, of something that can be private to one person. */
export interface NamedField {
  readonly part: 'params' | 'query' | 'body';
  readonly field: string;
  readonly kind: NamedKind;
}

/** The names of fields that always hold the same. Others are in `names` of their endpoint. */
const usual: Readonly<Record<string, NamedKind>> = {
  conversation_id: 'conversation',
  conversation_id__eq: 'conversation',
  parent_conversation_id: 'conversation',
  sandbox_id: 'sandbox',
  sandbox_id__eq: 'sandbox',
  snapshot_id: 'snapshot',
};

/** The fields of an endpoint that name conversations, sandboxes, snapshots and start tasks. Only members need keys. */
export function namedFields(endpoint: Pick<Endpoint, 'access' | 'params' | 'query' | 'body' | 'names'>): NamedField[] {
  if (endpoint.access !== 'key') return [];
  const { names = {} } = endpoint;
  return (['params', 'query', 'body'] as const).flatMap((part) =>
    fieldsOf(endpoint[part]).flatMap((field) => {
      const kind = names[field] ?? usual[field];
      return kind === undefined ? [] : [{ part, field, kind }];
    }),
  );
}

/** The parts of a schema's definition in which the fields of an object can be. */
interface Definition {
  readonly type: string;
  readonly shape?: object;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly options?: readonly z.ZodType[];
}

/** The fields of an object, also of one that can be left out. The classes of schemas would be in every bundle. */
export function fieldsOf(schema: z.ZodType | undefined): readonly string[] {
  const { shape, innerType, in: input, out, options = [] } = (schema?.def ?? { type: '' }) as Definition;
  const inner = [innerType, input, out, ...options].flatMap((one) => (one ? fieldsOf(one) : []));
  return [...Object.keys(shape ?? {}), ...inner];
}
