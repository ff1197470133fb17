import type { Take } from './take.ts';

const yes = { status: 200, headers: { 'content-type': 'application/json' }, body: btoa('{"success":true}') };

/** The reference agent runs no agents of another protocol and refuses to switch their model: one that does agrees. */
export function mended(id: string, take: Take): Take {
  if (id !== 'switch-acp-model') return take;
  const isAsked = take.requests.some(({ url }) => url.endsWith('/switch_acp_model'));
  if (!isAsked) return take;
  const value = { ...Object(take.answer.value), statusCode: 200 };
  const requests = take.requests.map((noted) =>
    noted.url.endsWith('/switch_acp_model') ? { ...noted, answer: yes } : noted,
  );
  return { ...take, answer: { ...take.answer, value }, requests };
}
