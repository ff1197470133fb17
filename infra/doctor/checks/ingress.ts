import { randomBytes } from 'node:crypto';
import { writeLabel } from '../../../shared/domain/sandboxes/ingress/label.ts';
import { askEdge, type EdgeAnswer, inWords } from '../../ingress/ask-edge.ts';
import { deployedIngress } from '../account/account.ts';
import { STACK_ACTIONS } from '../account/stacks.ts';
import { defineCheck, error, type Finding, ok, type Subject, warning } from '../check.ts';

interface Ingress {
  /** The address of a sandbox with `{label}` in it; null where sandboxes are reached directly. */
  readonly address: string | null;
  /** What came for a name that is no label, and for a label that no deployment signed; why, when nothing came. */
  readonly toNoLabel: EdgeAnswer | string;
  readonly toUnsigned: EdgeAnswer | string;
}

const NO_LABEL = 'doctor';

export const ingress = defineCheck<Ingress>({
  id: 'ingress',
  about: 'whether the edge in front of sandboxes answers, has its keys, and refuses what was not signed',
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
    return [ok(`${shown}. The edge answers, has its keys, and refuses a label that was not signed.`)];
  },
});

/** A label of the right form: even signed, it would be refused, as its address is one of those for documents. */
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
  return typeof answer === 'string' ? `there was no answer (${answer})` : `the answer was ${inWords(answer)}`;
}

function direct(): Finding {
  return warning(
    'Sandboxes are reached directly, by plain HTTP at their own addresses.',
    'Session keys, model keys and git tokens cross the internet in clear, and pages that were loaded by HTTPS cannot call agents.',
    'Set `ingress` to cloudfront and deploy; docs/ingress.md says what that takes. Direct is for development.',
  );
}

function otherAnswer(shown: string, answer: EdgeAnswer | string): Finding {
  return error(
    `${shown}, and the edge does not answer there: to an address without a label ${whatCame(answer)}.`,
    'Clients reach no sandbox, and no sandbox starts, as the service calls agents by the same addresses.',
    'A new or changed distribution takes some minutes. Then look at the records of the domain and its certificate: docs/ingress.md, "Set up sandboxDomain".',
  );
}

function withoutKeys(shown: string, deployment: string): Finding {
  return error(
    `${shown}, and the edge cannot read its keys.`,
    'It refuses every sandbox, with 503.',
    `Install them: \`npm run keys -- rotate-ingress --stack ${deployment}\`. If that fails, read the log of install-ingress-keys.`,
  );
}

function open(shown: string, answer: EdgeAnswer | string): Finding {
  return error(
    `${shown}, and does not refuse a label that was not signed: ${whatCame(answer)}.`,
    'What stands there is not the edge of this version, and may forward to addresses that this deployment did not sign.',
    'Deploy this checkout. A proxy or a firewall before the edge may also give answers of its own: look at `sandboxWebAclArn`.',
  );
}
