import { randomBytes } from 'node:crypto';
import { writeLabel } from '../../../shared/domain/sandboxes/ingress/label.ts';
import { askEdge, type EdgeAnswer, inWords } from '../../ingress/ask-edge.ts';
import { deployedIngress } from '../account/account.ts';
import { STACK_ACTIONS } from '../account/stacks.ts';
import { defineCheck, error, type Finding, ok, type Subject, warning } from '../check.ts';

interface Ingress {
  /** The address of a sandbox with `{label}`; null if clients reach sandboxes directly. */
  readonly address: string | null;
  /** The responses to an invalid label and to an unsigned one, or the errors. */
  readonly toNoLabel: EdgeAnswer | string;
  readonly toUnsigned: EdgeAnswer | string;
}

const NO_LABEL = 'doctor';

export const ingress = defineCheck<Ingress>({
  id: 'ingress',
  about: 'whether the edge in front of sandboxes responds, has its keys, and refuses unsigned labels',
  when: ['after'],
  actions: STACK_ACTIONS,
  async read(account, subject) {
    const found = deployedIngress(await account.stacks(), subject.settings);
    if (found.kind === 'direct') return { address: null, toNoLabel: 'not asked', toUnsigned: 'not asked' };
    const { address } = found;
    const [toNoLabel, toUnsigned] = await Promise.all(
      [NO_LABEL, unsignedLabel(subject)].map((label) => answerAt(`${address.replace('{label}', label)}/`)),
    );
    return { address, toNoLabel: toNoLabel ?? 'not asked', toUnsigned: toUnsigned ?? 'not asked' };
  },
  judge({ address, toNoLabel, toUnsigned }, { deployment }) {
    if (address === null) return [direct()];
    const shown = `${deployment} reaches sandboxes at ${address}`;
    if (!is(toNoLabel, 404, 'not_found')) return [otherAnswer(shown, toNoLabel)];
    if (is(toUnsigned, 503, 'unavailable')) return [withoutKeys(shown, deployment)];
    if (!is(toUnsigned, 403, 'sandbox_address_invalid')) return [open(shown, toUnsigned)];
    return [ok(`${shown}. The edge responds, has its keys, and refuses unsigned labels.`)];
  },
});

/** A well-formed label. Even if it were signed, the edge would refuse its address, which is for documentation. */
function unsignedLabel({ now }: Subject): string {
  const endsAt = Math.floor(now.getTime() / 1000) + 60;
  const label = {
    keyNumber: 1,
    name: 'AGENT_SERVER',
    address: '192.0.2.1',
    port: 8000,
    generation: 1,
    endsAt,
  } as const;
  return writeLabel(label, randomBytes(32).toString('base64url'));
}

async function answerAt(url: string): Promise<EdgeAnswer | string> {
  try {
    return await askEdge(url, AbortSignal.timeout(8_000));
  } catch (error) {
    const { cause, message } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}

function is(answer: EdgeAnswer | string, status: number, code: string): boolean {
  return typeof answer !== 'string' && answer.status === status && answer.code === code;
}

function whatCame(answer: EdgeAnswer | string): string {
  return typeof answer === 'string' ? `there was no response (${answer})` : `the response was ${inWords(answer)}`;
}

function direct(): Finding {
  return warning(
    'Clients reach sandboxes directly, over plain HTTP.',
    'Session keys, model keys and git tokens cross the internet unencrypted, and pages loaded over HTTPS cannot call agents.',
    'Set `ingress` to cloudfront and deploy (docs/ingress.md). Direct is for development.',
  );
}

function otherAnswer(shown: string, answer: EdgeAnswer | string): Finding {
  return error(
    `${shown}, and the edge does not respond there: for an address without a label, ${whatCame(answer)}.`,
    'Clients reach no sandbox. No sandbox starts either, because the service uses the same addresses.',
    'A new or changed distribution takes some minutes. Then check the records of the domain and its certificate: docs/ingress.md, "Set up sandboxDomain".',
  );
}

function withoutKeys(shown: string, deployment: string): Finding {
  return error(
    `${shown}, and the edge cannot read its keys.`,
    'It answers every request to a sandbox with 503.',
    `Install them: \`npm run keys -- rotate-ingress --stack ${deployment}\`. If that fails, read the log of install-ingress-keys.`,
  );
}

function open(shown: string, answer: EdgeAnswer | string): Finding {
  return error(
    `${shown}, and does not refuse an unsigned label: ${whatCame(answer)}.`,
    'The edge has another version, and may forward requests to unsigned addresses.',
    'Deploy this checkout. If a proxy or firewall in front of the edge sent this response, check `sandboxWebAclArn`.',
  );
}
