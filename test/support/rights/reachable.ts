import type ts from 'typescript';
import type { Code, Unit, VirtualCall } from './code.ts';

/**
 * The rights that a handler can use, with the place in the code. A call of an interface leads to every matching class
 * that the handler instantiates. Each branch counts as possible.
 *
 * @param stops names of functions that are not analyzed
 */
export function reachableRights(code: Code, handler: Unit, stops: ReadonlySet<string>): ReadonlyMap<string, string> {
  const rights = new Map<string, string>();
  const ran = new Set<Unit>();
  const made = new Set<ts.ClassDeclaration>();
  const calls: VirtualCall[] = [];
  const waiting: Unit[] = [handler];

  const make = (one: ts.ClassDeclaration) => {
    if (made.has(one)) return;
    made.add(one);
    for (const each of code.lineOf(one)) waiting.push(...code.initializersOf(each));
    for (const call of calls) lead(call, one);
  };
  const lead = ({ name, receiver }: VirtualCall, one: ts.ClassDeclaration) => {
    const member = code.memberOf(one, name);
    if (member && !ran.has(member) && code.fits(one, receiver)) waiting.push(member);
  };

  for (let unit = waiting.pop(); unit; unit = waiting.pop()) {
    if (ran.has(unit)) continue;
    ran.add(unit);
    if (unit.name && stops.has(unit.name.getText())) continue;
    const effects = code.effectsOf(unit);
    for (const [right, place] of effects.rights) if (!rights.has(right)) rights.set(right, place);
    waiting.push(...effects.runs);
    for (const one of effects.makes) make(one);
    for (const call of effects.calls) {
      calls.push(call);
      for (const one of made) lead(call, one);
    }
  }
  return rights;
}
