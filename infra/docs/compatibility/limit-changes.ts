import { textRules } from '../../../shared/contract/shapes/text.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';

const most = ['maximum', 'maxLength', 'maxItems'] as const;
const least = ['minimum', 'minLength', 'minItems'] as const;

/** What was within the limits of a schema and is so no longer. */
export function changedLimits(before: JsonSchema, after: JsonSchema, where: string): readonly string[] {
  const tooMuch = most.filter((name) => (after[name] ?? Infinity) < (before[name] ?? Infinity));
  const tooLittle = least.filter((name) => (after[name] ?? -Infinity) > (before[name] ?? -Infinity));
  return [
    ...[...tooMuch, ...tooLittle].map(
      (name) => `${where}: ${name} is ${after[name]}, was ${before[name] ?? 'not limited'}`,
    ),
    ...(after.pattern !== undefined && after.pattern !== before.pattern && !isNewRuleOfText(before, after)
      ? [`${where}: has to match ${after.pattern}`]
      : []),
    ...(after.format !== undefined && after.format !== before.format ? [`${where}: has to be a ${after.format}`] : []),
  ];
}

/** These rules refuse what no honest text holds, such as NUL in a name: they may come where no pattern was. */
function isNewRuleOfText(before: JsonSchema, { pattern }: JsonSchema): boolean {
  return before.pattern === undefined && pattern !== undefined && textRules.includes(pattern);
}
