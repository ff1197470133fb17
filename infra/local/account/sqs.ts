import { AwsError } from '../aws/aws-error.ts';
import { physicalRef } from '../aws/names.ts';
import { deployedOf, type JsonOperations } from './source.ts';

export const sqs: JsonOperations = (operation, { QueueUrl }, source) => {
  if (operation !== 'GetQueueAttributes') return undefined;
  const queues = deployedOf('AWS::SQS::Queue', source).map((queue) => physicalRef(queue, source.place));
  if (!queues.includes(String(QueueUrl))) {
    throw new AwsError('QueueDoesNotExist', 'The specified queue does not exist.');
  }
  return { Attributes: { ApproximateNumberOfMessages: String(source.facts.dead_letters) } };
};
