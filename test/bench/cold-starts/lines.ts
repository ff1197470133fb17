import type { Figures } from '../tapes/figures.ts';
import { AUTHORIZER, type Subject } from '../tapes/subjects.ts';
import { coldMs } from './model.ts';

/** One build of a function, and what a request to it takes as Lambda runs it, in milliseconds. */
interface Side {
  readonly figures: Figures;
  /** Of a first request to it, after the authorizer's own first one. */
  readonly cold: number;
}

export interface Line {
  readonly id: string;
  readonly kind: Subject['kind'];
  readonly shipped: Side;
  readonly plain: Side;
  readonly before: Side | undefined;
  /** CPU of the first call, of that of the second. */
  readonly firstRatio: number;
}

export type Measured = ReadonlyMap<string, Figures>;

interface Builds {
  readonly shipped: Measured;
  readonly plain: Measured;
  readonly before: Measured;
}

export function linesOf(subjects: readonly Subject[], { shipped, plain, before }: Builds): readonly Line[] {
  const authorizer = subjects.find(({ id }) => id === AUTHORIZER);
  const sideOf = (subject: Subject, build: Measured): Side | undefined => {
    const figures = build.get(subject.id);
    if (!figures) return undefined;
    const own = coldMs({ init: figures.init, call: figures.first, memoryMegabytes: subject.memoryMegabytes });
    if (!subject.isAuthorized || !authorizer) return { figures, cold: own };
    const first = build.get(AUTHORIZER);
    if (!first) throw new Error(`there are no figures of ${AUTHORIZER}`);
    const { memoryMegabytes } = authorizer;
    return { figures, cold: own + coldMs({ init: first.init, call: first.first, memoryMegabytes }) };
  };
  return subjects.map((subject) => {
    const [ours, theirs] = [sideOf(subject, shipped), sideOf(subject, plain)];
    if (!ours || !theirs) throw new Error(`${subject.id} was not measured`);
    const { first, second } = ours.figures;
    const { id, kind } = subject;
    return { id, kind, shipped: ours, plain: theirs, before: sideOf(subject, before), firstRatio: first / second };
  });
}
