import { OwnSpecRules } from '../../domain/sandboxes/own-specs/own-spec-rules.ts';
import { optionalEnv } from '../../platform/env.ts';

/** Undefined in a deployment without specs of owners. */
export const ownSpecRules = (): OwnSpecRules | undefined => {
  const text = optionalEnv('OWNER_SPECS');
  return text === undefined ? undefined : OwnSpecRules.parse(JSON.parse(text));
};
