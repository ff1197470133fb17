import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { ofType, STACK_ACTIONS } from '../account/stacks.ts';
import { defineCheck, error, ok } from '../check.ts';

interface Queue {
  readonly url: string;
  readonly messages: number;
}

/** Every queue of the stacks keeps what failed for good. */
export const deadLetters = defineCheck<readonly Queue[]>({
  id: 'dead-letters',
  about: 'messages that failed at every try',
  when: ['after'],
  actions: ['sqs:GetQueueAttributes', ...STACK_ACTIONS],
  async read({ sqs, stacks }) {
    const urls = ofType(await stacks(), 'AWS::SQS::Queue');
    return Promise.all(
      urls.map(async (url) => {
        const ask = { QueueUrl: url, AttributeNames: ['ApproximateNumberOfMessages' as const] };
        const { Attributes } = await sqs.send(new GetQueueAttributesCommand(ask));
        return { url, messages: Number(Attributes?.ApproximateNumberOfMessages) };
      }),
    );
  },
  judge(queues) {
    const full = queues.filter(({ messages }) => messages > 0);
    if (full.length === 0) return [ok('No message failed for good.')];
    return full.map(({ url, messages }) =>
      error(
        `${messages} messages lie in the dead-letter queue ${url}.`,
        'A record of a stream, an event or an asynchronous call failed at every try. The sweep makes up for most; the cause is a fault.',
        `Do what docs/runbook.md says under "Alarm \`work-failed\`"; then \`aws sqs purge-queue --queue-url ${url}\`.`,
      ),
    );
  },
});
