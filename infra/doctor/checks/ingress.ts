import { randomBytes } from 'node:crypto';
import { writeLabel } from '../../../shared/domain/sandboxes/ingress/label.ts';
import { newAddressId, writeName } from '../../../shared/domain/sandboxes/ingress/name.ts';
import { askEdge, type EdgeAnswer, inWords } from '../../ingress/ask-edge.ts';
import { deployedIngress } from '../account/account.ts';
import { STACK_ACTIONS, type Stacks } from '../account/stacks.ts';
import { defineCheck, error, type Finding, ok, type Subject, warning } from '../check.ts';

interface Ingress {
  /** The address of a sandbox with `{label}`; null if clients reach sandboxes directly. */
  readonly address: string | null;
  /** The responses to an invalid label and to an unsigned one, or the errors. */
  readonly toNoLabel: EdgeAnswer | string;
  readonly toUnsigned: EdgeAnswer | string;
  /** The responses of the edge to an unsigned name, and of the service to a request that the edge did not send. */
  readonly names: NameAnswers | 'not read';
}

interface NameAnswers {
  readonly atEdge: EdgeAnswer | string;
  readonly atService: EdgeAnswer | string;
}

const NO_LABEL = 'doctor';

export const ingress = defineCheck<Ingress>({
  id: 'ingress',
  about: 'whether the edge in front of sandboxes responds, has its keys, and refuses unsigned addresses',
  when: ['after'],
  actions: STACK_ACTIONS,
  async read(account, subject) {
    const stacks = await account.stacks();
    const found = deployedIngress(stacks, subject.settings);
    if (found.kind === 'direct')
      return { address: null, toNoLabel: 'not asked', toUnsigned: 'not asked', names: 'not read' };
    const { address } = found;
    const at = (label: string) => answerAt(`${address.replace('{label}', label)}/`);
    const [toNoLabel, toUnsigned, names] = await Promise.all([
      at(NO_LABEL),
      at(unsignedLabel(subject)),
      found.kind === 'router' ? ('not read' as const) : answersToName(at, serviceIn(stacks)),
    ]);
    return { address, toNoLabel, toUnsigned, names };
  },
  judge({ address, toNoLabel, toUnsigned, names }, { deployment }) {
    if (address === null) return [direct()];
    const shown = `${deployment} reaches sandboxes at ${address}`;
    if (!is(toNoLabel, 404, 'not_found')) return [otherAnswer(shown, toNoLabel)];
    if (is(toUnsigned, 503, 'unavailable')) return [withoutKeys(shown, deployment, 'labels')];
    if (!is(toUnsigned, 403, 'sandbox_address_invalid')) return [open(shown, 'label', toUnsigned)];
    const refuses = ok(`${shown}. The edge responds, has its keys, and refuses unsigned labels.`);
    return names === 'not read' ? [refuses] : [refuses, judgeNames(shown, deployment, names)];
  },
});

/** The edge got its keys of names and the host of the service in one write, so these keys show that it has both. */
function judgeNames(shown: string, deployment: string, { atEdge, atService }: NameAnswers): Finding {
  if (is(atEdge, 503, 'unavailable')) return withoutKeys(shown, deployment, 'names');
  if (!is(atEdge, 403, 'sandbox_address_invalid')) return open(shown, 'name', atEdge);
  if (!is(atService, 403, 'sandbox_address_invalid')) return withoutService(shown, atService);
  return ok('The edge has its keys of names, and the service responds for sandboxes that do not run.');
}

async function answersToName(at: (label: string) => Promise<EdgeAnswer | string>, service: string) {
  const name = unsignedName();
  const [atEdge, atService] = await Promise.all([at(name), answerAt(`${service}/edge`)]);
  return { atEdge, atService };
}

function serviceIn({ stacks }: Stacks): string {
  const url = stacks.map(({ outputs }) => outputs.BaseUrl).find((output) => output !== undefined);
  if (url === undefined) throw new Error('No stack has an output BaseUrl.');
  return url;
}

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
  return writeLabel(label, aKey());
}

/** Even if it were signed, there would be no sandbox with this address. */
function unsignedName(): string {
  return writeName({ keyNumber: 1, addressId: newAddressId(), port: 8000, slot: 0 }, aKey());
}

function aKey(): string {
  return randomBytes(32).toString('base64url');
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

function withoutKeys(shown: string, deployment: string, kind: 'labels' | 'names'): Finding {
  const who = kind === 'labels' ? 'the service, which starts no sandbox then' : 'clients';
  return error(
    `${shown}, and the edge cannot read its keys of ${kind}.`,
    `It answers every request of ${who} with 503.`,
    `Install them: \`npm run keys -- rotate-ingress --stack ${deployment}\`. If that fails, read the log of install-ingress-keys.`,
  );
}

function open(shown: string, kind: 'label' | 'name', answer: EdgeAnswer | string): Finding {
  return error(
    `${shown}, and does not refuse an unsigned ${kind}: ${whatCame(answer)}.`,
    'The edge has another version, and may forward requests to unsigned addresses.',
    'Deploy this checkout. If a proxy or firewall in front of the edge sent this response, check `sandboxWebAclArn`.',
  );
}

function withoutService(shown: string, answer: EdgeAnswer | string): Finding {
  return error(
    `${shown}, and the service does not respond for sandboxes that do not run: to a request without a name, ${whatCame(answer)}.`,
    'Requests at the address of a paused sandbox fail and do not resume it, and clients of a new one can get errors for some seconds.',
    'Deploy this checkout. Then read the log of answer-address.',
  );
}
