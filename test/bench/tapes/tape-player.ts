import type { Exchange, Tape } from '../../../shared/platform/init/tape.ts';

/** Answers the calls of one invocation from its tape. */
export class TapePlayer {
  readonly #exchanges: readonly Exchange[];
  readonly #played = new Set<Exchange>();

  constructor({ exchanges }: Pick<Tape, 'exchanges'>) {
    this.#exchanges = exchanges;
  }

  /**
   * The first answer to this call that was not given yet, else to one that differs in names alone, as ids and functions
   * are called otherwise elsewhere; else the last that was given. Undefined for a call that the tape does not have.
   */
  answerTo(call: string): Exchange | undefined {
    const left = this.#exchanges.filter((exchange) => !this.#played.has(exchange));
    const found =
      left.find((exchange) => exchange.call === call) ??
      closest(call, left) ??
      this.#exchanges.findLast((exchange) => exchange.call === call) ??
      closest(call, this.#exchanges.toReversed());
    if (found) this.#played.add(found);
    return found;
  }
}

/** The first of those with the same method and as many parts of the path that has the most parts in common. */
function closest(call: string, exchanges: readonly Exchange[]): Exchange | undefined {
  const parts = partsOf(call);
  if (parts.length < 2) return undefined;
  const alike = exchanges.flatMap((exchange) => {
    const others = partsOf(exchange.call);
    const isAlike = others[0] === parts[0] && others.length === parts.length;
    return isAlike ? [{ exchange, common: parts.filter((part, place) => part === others[place]).length }] : [];
  });
  return alike.toSorted((a, b) => b.common - a.common)[0]?.exchange;
}

/** The method and the parts of the path; AWS's operations have neither. */
const partsOf = (call: string) => (call.includes(' ') ? call.split(/[ /]/) : [call]);
