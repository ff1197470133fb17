import { absent, any, type Condition, is } from '../../../platform/aws/expressions.ts';

export interface SeenBy {
  /** The person who made it, or the owner. */
  readonly createdBy?: string | undefined;
  /** Leaves out what is private to others; undefined shows everything. */
  readonly visibleTo?: string | undefined;
}

/** The conditions on rows with a maker and a visibility. */
export function seenBy(ownerId: string, { createdBy, visibleTo }: SeenBy): readonly Condition[] {
  const isMade = createdBy === ownerId ? absent('created_by') : is('created_by', '=', createdBy);
  return [
    ...(createdBy === undefined ? [] : [isMade]),
    ...(visibleTo === undefined ? [] : [any(absent('private_to'), is('private_to', '=', visibleTo))]),
  ];
}
