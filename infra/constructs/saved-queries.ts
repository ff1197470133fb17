import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Area } from '../../shared/contract/endpoint/areas.ts';
import { codedEndpoints } from '../../shared/contract/index.ts';
import { workers } from '../../shared/contract/workers.ts';
import { logGroupNameOf } from '../api/names.ts';
import { prefixOf, type Settings } from '../config.ts';

/** CloudWatch looks into so many log groups at once. */
const MOST_GROUPS = 50;

export interface SavedQueriesProps {
  readonly settings: Settings;
  /** The name of the log group with the API's access log. */
  readonly accessLogs: string;
}

interface SavedQuery {
  readonly name: string;
  readonly text: string;
  readonly groups: readonly string[];
}

/** Lines that contain an id, wherever it stands in them. The operator puts it in the place of PASTE_… */
const having = (placeholder: string): string =>
  [
    'fields @timestamp, @log, level, message.event, @message',
    `| filter @message like '${placeholder}'`,
    '| sort @timestamp asc',
    '| limit 500',
  ].join('\n');

const legacyCalls = [
  "filter message.event = 'legacy call'",
  '| stats count(*) as calls, max(@timestamp) as latest by message.owner_id, message.key_id, message.route',
  '| sort calls desc',
].join('\n');

const troubles = [
  'fields coalesce(message.event, @message) as event',
  "| filter level in ['WARN', 'ERROR', 'FATAL']",
  '| stats count(*) as lines, max(@timestamp) as latest by @log, level, event',
  '| sort lines desc',
].join('\n');

/** Queries of Logs Insights under the names of the service, for what people ask first. They cost when they are run. */
export class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, { settings, accessLogs }: SavedQueriesProps) {
    super(scope, id);
    const groupOf = (named: { readonly id: string }) => logGroupNameOf(settings, named.id);
    const access = [accessLogs];
    const allWorkers = workers.map(groupOf);
    const ofAreas = (...areas: readonly Area[]) =>
      codedEndpoints.filter(({ area }) => areas.includes(area)).map(groupOf);
    const byRequest = inBatches([...access, ...codedEndpoints.map(groupOf)]);
    const queries: readonly SavedQuery[] = [
      ...byRequest.map((groups, index) => ({
        name: `by request id (${index + 1} of ${byRequest.length})`,
        text: having('PASTE_REQUEST_ID'),
        groups,
      })),
      {
        name: 'by sandbox',
        text: having('PASTE_SANDBOX_ID'),
        groups: [...allWorkers, ...ofAreas('sandboxes', 'agents')],
      },
      {
        name: 'by conversation',
        text: having('PASTE_CONVERSATION_OR_START_TASK_ID'),
        groups: [...allWorkers, ...ofAreas('conversations', 'agents')],
      },
      {
        name: 'by owner',
        text: having('PASTE_OWNER_ID'),
        groups: [...access, ...allWorkers, ...ofAreas('sandboxes', 'conversations', 'billing')],
      },
      { name: 'warnings and errors of workers', text: troubles, groups: allWorkers },
      { name: 'calls of the legacy generation', text: legacyCalls, groups: [groupOf({ id: 'authorize' })] },
    ];
    for (const { name, text, groups } of queries) {
      new CfnQueryDefinition(this, name.replace(/\W+/g, '-'), {
        name: `${prefixOf(settings)}/${name}`,
        queryString: text,
        logGroupNames: [...groups],
      });
    }
  }
}

function inBatches(groups: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(groups.length / MOST_GROUPS);
  return Array.from({ length: count }, (_, batch) => groups.slice(batch * MOST_GROUPS, (batch + 1) * MOST_GROUPS));
}
