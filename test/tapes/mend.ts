import type { Take } from './take.ts';

const yes = { status: 200, headers: { 'content-type': 'application/json' }, body: btoa('{"success":true}') };

/** The reference agent runs no agents of another protocol and refuses to switch their model: one that does agrees. */
export function mended(id: string, take: Take): Take {
  if (id !== 'switch-acp-model') return take;
  const [last, ...others] = take.requests.toReversed();
  if (!last?.url.endsWith('/switch_acp_model')) return take;
  const value = { ...Object(take.answer.value), statusCode: 200 };
  return { ...take, answer: { ...take.answer, value }, requests: [...others.toReversed(), { ...last, answer: yes }] };
}
