import { randomUUID } from 'node:crypto';
import { onlyFor } from '../../contract/endpoint/audience.ts';
import type { Caller } from '../../contract/endpoint/caller.ts';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { type NamedField, namedFields } from '../../contract/endpoint/named.ts';
import { canonicalId, dashed } from '../../contract/shapes/ids.ts';
import type { Named, Privacy } from '../../domain/accounts/privacy/dynamo-privacy.ts';
import { AppError } from '../../platform/errors.ts';
import { wired } from '../../platform/init/wired.ts';

interface Parts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** A request whose hidden ids are replaced, and how its errors name them again. */
interface Hiding<I> {
  readonly input: I;
  readonly restored: (error: unknown) => unknown;
}

/**
 * Hides what is private to another person from the operation: each of its ids is replaced by one that nothing has. The
 * operation then answers exactly as for an id that never existed, whatever that is for it. Keys of no member, admins
 * and operators see everything, and cost no read.
 */
export function hideFromOthers(endpoint: Endpoint, make: () => Privacy) {
  const fields = namedFields(endpoint);
  const privacy = fields.length > 0 ? wired(make) : undefined;
  return async <I extends Parts>(input: I, caller: Caller | undefined): Promise<Hiding<I>> => {
    const personId = caller && onlyFor(caller);
    if (!privacy || !caller || personId === undefined) return unchanged(input);
    const named = fields.flatMap((field) => idsIn(input, field).map((id) => ({ kind: field.kind, id })));
    if (named.length === 0) return unchanged(input);
    const hidden = await privacy().hidden(caller.ownerId, personId, named);
    return hidden.size === 0 ? unchanged(input) : withDecoys(input, fields, hidden);
  };
}

const unchanged = <I>(input: I): Hiding<I> => ({ input, restored: (error) => error });

function withDecoys<I extends Parts>(input: I, fields: readonly NamedField[], hidden: ReadonlySet<Named>): Hiding<I> {
  const decoys = new Map<string, string>();
  for (const { kind, id } of hidden) {
    // The id is taken, so nothing can be created with it.
    if (kind === 'new-conversation') throw new AppError('conflict', `Another conversation has the ID ${id}.`);
    decoys.set(`${kind} ${id}`, canonicalId(randomUUID()));
  }
  const replaced = { ...input, params: copy(input.params), query: copy(input.query), body: copy(input.body) };
  for (const { part, field, kind } of fields) {
    const values = replaced[part];
    if (!isRecord(values)) continue;
    const decoyOf = (id: unknown) => decoys.get(`${kind} ${canonicalId(String(id))}`) ?? id;
    const value = values[field];
    values[field] = Array.isArray(value) ? value.map(decoyOf) : decoyOf(value);
  }
  const names = [...decoys].map(([name, decoy]) => [decoy, name.slice(name.indexOf(' ') + 1)] as const);
  return { input: replaced, restored: (error) => (error instanceof AppError ? named(error, names) : error) };
}

/** The error with the ids of the request. */
function named(error: AppError, names: readonly (readonly [decoy: string, id: string])[]): AppError {
  const restore = (text: string) =>
    names.reduce((all, [decoy, id]) => all.replaceAll(decoy, id).replaceAll(dashed(decoy), dashed(id)), text);
  return new AppError(error.code, restore(error.message), {
    cause: error.cause,
    extensions: JSON.parse(restore(JSON.stringify(error.extensions))),
  });
}

function idsIn(input: Parts, { part, field }: NamedField): readonly string[] {
  const values = input[part];
  const ids = isRecord(values) ? [values[field]].flat() : [];
  return ids.filter((id) => typeof id === 'string').map(canonicalId);
}

function copy(value: unknown): unknown {
  return isRecord(value) ? { ...value } : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}
