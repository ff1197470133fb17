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
    ...(after.pattern !== undefined && after.pattern !== before.pattern
      ? [`${where}: has to match ${after.pattern}`]
      : []),
    ...(after.format !== undefined && after.format !== before.format ? [`${where}: has to be a ${after.format}`] : []),
  ];
}
