/** An event as its message has it. */
interface Told {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface AlertText {
  readonly subject: string;
  readonly text: string;
}

/**
 * What a person reads. Everything that users chose is quoted and cut by the mail or the message that carries it.
 *
 * @param isForMaker whether it goes to the person who made the conversation, or whose budget it is. Others do not learn
 * what a private conversation is about: its title, and details of a failure, which can name its repository
 */
export function alertText({ type, data }: Told, isForMaker: boolean): AlertText {
  const isHidden = data.visibility === 'private' && !isForMaker;
  const of = (name: string) => (data[name] === null || data[name] === undefined ? '' : String(data[name]));
  const title = (isHidden ? '' : of('title')) || of('conversation_id');
  switch (type) {
    case 'budget.half_used':
    case 'budget.warning':
    case 'budget.exhausted':
      return budget(type, data, isForMaker);
    case 'webhook_endpoint.failing':
    case 'webhook_endpoint.disabled': {
      const what = type.endsWith('disabled') ? 'was disabled' : 'has failed for an hour';
      return {
        subject: `A webhook endpoint ${what}`,
        text: lines(
          `The webhook endpoint ${[of('webhook_endpoint_id'), of('description')].join(' ').trim()} ${what}.`,
          type.endsWith('disabled')
            ? `Reason: ${of('reason')}. Enable it again once its receiver works.`
            : 'Its messages are retried for three days.',
        ),
      };
    }
    case 'start.failed':
      return {
        subject: `A start failed: ${title}`,
        text: lines(`The conversation "${title}" did not start.`, isHidden ? '' : of('detail')),
      };
    case 'conversation.status_changed':
      return conversation(of('execution_status'), title);
    case 'owner.suspended':
      return {
        subject: 'Suspended by the operator',
        text: lines(
          'Nothing can start, and running sandboxes are paused. Files are kept.',
          of('reason') && `Reason: ${of('reason')}`,
        ),
      };
    case 'owner.resumed':
      return { subject: 'The suspension is over', text: 'Sandboxes can start and resume again.' };
    default:
      return { subject: type, text: JSON.stringify(data) };
  }
}

const shares: Readonly<Record<string, string>> = {
  'budget.half_used': '50 %',
  'budget.warning': '80 %',
  'budget.exhausted': '100 %',
};

function budget(type: string, data: Told['data'], isForMember: boolean): AlertText {
  const whose = budgetOf(data, isForMember);
  const unit = data.unit === 'usd' ? 'USD' : 'sandbox-hours';
  const share = shares[type] ?? '';
  return {
    subject: `${share} of a budget is used (${String(data.month)})`,
    text: lines(
      `${share} of ${whose} for ${String(data.month)} is used: ${String(data.used)} of ${String(data.limit)} ${unit}.`,
      type === 'budget.exhausted' ? 'Everything that runs on it is paused. Files are kept.' : '',
      `It resets at ${String(data.resets_at)}.`,
    ),
  };
}

/** People get alerts of their own budgets only. */
function budgetOf({ scope, key_id: keyId, user_id: userId }: Told['data'], isForMember: boolean): string {
  if (scope === 'owner') return 'the budget';
  if (scope === 'key') return `the budget of the API key ${String(keyId)}`;
  return isForMember ? 'your budget' : `the budget of the member ${String(userId)}`;
}

const words: Readonly<Record<string, string>> = {
  finished: 'has finished',
  waiting_for_confirmation: 'is waiting for your answer',
  error: 'has failed',
  stuck: 'is stuck',
};

function conversation(status: string, title: string): AlertText {
  const what = words[status] ?? status;
  return { subject: `Your agent ${what}: ${title}`, text: `The agent of the conversation "${title}" ${what}.` };
}

function lines(...all: readonly string[]): string {
  return all
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
