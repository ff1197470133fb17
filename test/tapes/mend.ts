import type { Noted, Take } from './take.ts';

const yes = { status: 200, headers: { 'content-type': 'application/json' }, body: btoa('{"success":true}') };

/** The reference agent runs no agents of another protocol and refuses to switch their model: one that does agrees. */
/** A sweep of another deployment renews the addresses of sandboxes, as they are below another domain there. */
const renewed = {
  method: 'POST',
  url: '/',
  headers: { 'x-amz-target': 'DynamoDB_20120810.TransactWriteItems' },
  body: '',
  answer: { status: 200, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: btoa('{}') },
};

const NOTHING = btoa('{}');

const sweeps: readonly string[] = ['sweep-sandboxes', 'sweep-segment'];

/** Lanes and a clock change the row of an endpoint in any order, and only some of them read what it is then. */
function withWholeRows(requests: Take['requests']): Take['requests'] {
  const isChange = ({ headers }: Noted) => headers['x-amz-target'] === 'DynamoDB_20120810.UpdateItem';
  const whole = requests.find((noted) => isChange(noted) && noted.answer?.body !== NOTHING)?.answer;
  return requests.map((noted) =>
    whole && isChange(noted) && noted.answer?.body === NOTHING ? { ...noted, answer: whole } : noted,
  );
}

/** A take as it would be where the reference agent and the recording deployment are no others than elsewhere. */
export function mended(id: string, take: Take): Take {
  if (id === 'deliver-webhooks') return { ...take, requests: withWholeRows(take.requests) };
  if (sweeps.includes(id)) return { ...take, requests: [...take.requests, renewed] };
  if (id !== 'switch-acp-model') return take;
  const isAsked = take.requests.some(({ url }) => url.endsWith('/switch_acp_model'));
  if (!isAsked) return take;
  const value = { ...Object(take.answer.value), statusCode: 200 };
  const requests = take.requests.map((noted) =>
    noted.url.endsWith('/switch_acp_model') ? { ...noted, answer: yes } : noted,
  );
  return { ...take, answer: { ...take.answer, value }, requests };
}
