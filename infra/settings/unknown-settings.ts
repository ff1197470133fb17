import { nearestName } from './nearest-name.ts';

/** Names that the app reads from the context besides those of settings. */
const others = ['stage', 'stages', 'nag'];

/**
 * The context belongs to the CDK, to its look-ups and, by ~/.cdk.json, to other apps: a key of it that is near to no
 * setting is left alone.
 *
 * @throws naming the nearest setting of each misspelt one.
 */
export function refuseMisspelt(keys: readonly string[], settings: readonly string[]): void {
  const names = [...others, ...settings];
  const misspelt = keys.filter(
    (key) => !names.includes(key) && /^[\w-]+$/.test(key) && nearestName(key, names) !== undefined,
  );
  if (misspelt.length > 0) throw new Error(`Context of the CDK: ${sentenceOf(misspelt, names)}`);
}

/** `stages` is ours alone: each key of each stage has to be a setting. @throws naming the nearest of each other one */
export function refuseUnknown(stages: Readonly<Record<string, object | undefined>>, settings: readonly string[]): void {
  for (const [stage, overrides] of Object.entries(stages)) {
    const unknown = Object.keys(overrides ?? {}).filter((key) => !settings.includes(key));
    if (unknown.length > 0) throw new Error(`Settings of stage '${stage}': ${sentenceOf(unknown, settings)}`);
  }
}

function sentenceOf(keys: readonly string[], names: readonly string[]): string {
  const parts = keys.map((key) => {
    const nearest = nearestName(key, names);
    return `'${key}' is no setting${nearest === undefined ? '' : `, the nearest is '${nearest}'`}`;
  });
  return `${parts.join('; ')}.`;
}
