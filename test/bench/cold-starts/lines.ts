import type { Figures } from '../tapes/figures.ts';
import { AUTHORIZER, type Subject } from '../tapes/subjects.ts';
import { COMPARED_MEGABYTES, coldMs } from './model.ts';

/** One build of a function, and what a request to it takes as Lambda runs it, in milliseconds. */
interface Side {
  readonly figures: Figures;
  /** Of a first request to it, after the authorizer's own first one, all with the memory of the comparison. */
  readonly cold: number;
  /** The same with the memory that the contract gives to each. */
  readonly deployed: number;
}

export interface Line {
  readonly id: string;
  readonly kind: Subject['kind'];
  readonly memoryMegabytes: number;
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
    const first = subject.isAuthorized ? build.get(AUTHORIZER) : undefined;
    if (subject.isAuthorized && !first) throw new Error(`there are no figures of ${AUTHORIZER}`);
    const coldAt = (memory: (of: Subject) => number) =>
      coldMs({ ...workOf(figures), memoryMegabytes: memory(subject) }) +
      (first && authorizer ? coldMs({ ...workOf(first), memoryMegabytes: memory(authorizer) }) : 0);
    return { figures, cold: coldAt(() => COMPARED_MEGABYTES), deployed: coldAt((of) => of.memoryMegabytes) };
  };
  return subjects.map((subject) => {
    const [ours, theirs] = [sideOf(subject, shipped), sideOf(subject, plain)];
    if (!ours || !theirs) throw new Error(`${subject.id} was not measured`);
    const { first, second } = ours.figures;
    const { id, kind, memoryMegabytes } = subject;
    return {
      id,
      kind,
      memoryMegabytes,
      shipped: ours,
      plain: theirs,
      before: sideOf(subject, before),
      firstRatio: first / second,
    };
  });
}

const workOf = ({ init, first }: Figures) => ({ init, call: first });
