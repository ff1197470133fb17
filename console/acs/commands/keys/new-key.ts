import type { components } from '../../../../shared/client/api-types.ts';
import type { Output } from '../../output/output.ts';

type MadeKey = components['schemas']['CreatedApiKey'] | components['schemas']['RotatedApiKey'];

/** The key alone on stdout, so that a program can keep it; what to know about it on stderr. */
export function showNewKey(made: MadeKey, out: Output, ...notes: readonly string[]): void {
  if (!out.json) {
    out.say(`Key ${made.id}, with ${made.scopes.join(', ')}; ${ending(made, out)}.`);
    for (const note of notes) out.say(note);
    out.say('This is the only time the key is shown:');
  }
  out.show(made, () => made.key);
}

function ending({ expires_at: end }: MadeKey, out: Output): string {
  return end === null ? 'it does not expire' : `it expires ${out.bothTimes(end)}`;
}
