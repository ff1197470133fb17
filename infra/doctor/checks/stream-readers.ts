import { paginateListEventSourceMappings } from '@aws-sdk/client-lambda';
import type { Account } from '../account/account.ts';
import { ofType, STACK_ACTIONS } from '../account/stacks.ts';
import { defineCheck, error, type Finding, ok } from '../check.ts';

interface Reader {
  readonly function: string;
  readonly id: string;
  readonly state: string;
  readonly result: string;
}

/** Checks what the alarm on the age of records cannot report: that nothing reads them. */
export const streamReaders = defineCheck<readonly Reader[]>({
  id: 'stream-readers',
  about: 'whether the workers read the streams of the tables',
  when: ['after'],
  actions: ['lambda:ListEventSourceMappings', ...STACK_ACTIONS],
  read: readersOf,
  judge(readers) {
    if (readers.length === 0) {
      return [
        error(
          'No function of the stacks reads a stream.',
          'Requests wait for the sweep, which runs every minute.',
          'Deploy this checkout. `npx cdk diff` shows what differs.',
        ),
      ];
    }
    const findings = readers.flatMap(stopped);
    return findings.length > 0 ? findings : [ok(`${readers.length} readers of streams are enabled.`)];
  },
});

async function readersOf({ lambda, stacks }: Account): Promise<readonly Reader[]> {
  const functions = new Set(ofType(await stacks(), 'AWS::Lambda::Function'));
  const found: Reader[] = [];
  for await (const { EventSourceMappings = [] } of paginateListEventSourceMappings({ client: lambda }, {})) {
    for (const mapping of EventSourceMappings) {
      const { FunctionArn, UUID: id = '', State: state = '', LastProcessingResult: result = '' } = mapping;
      const name = FunctionArn?.split(':')[6] ?? '';
      if (functions.has(name)) found.push({ function: name, id, state, result });
    }
  }
  return found;
}

function stopped({ function: name, id, state, result }: Reader): readonly Finding[] {
  if (state !== 'Enabled') {
    return [
      error(
        `The stream of ${name} is ${state}.`,
        'Requests wait for the sweep, or are not carried out.',
        `Run \`aws lambda update-event-source-mapping --uuid ${id} --enabled\`.`,
      ),
    ];
  }
  if (!result.startsWith('PROBLEM')) return [];
  return [
    error(
      `Lambda cannot read the stream of ${name}: ${result}.`,
      'It receives no changes.',
      `Read the log of ${name}. Usual causes are the permissions of its role and the table's stream.`,
    ),
  ];
}
