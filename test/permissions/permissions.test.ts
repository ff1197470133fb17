import { expect, it } from 'vitest';
import { evidenceOfRun } from '../support/service/evidence.ts';
import {
  type SameCode,
  type SharedGrants,
  type Unneeded,
  unneededPermissions,
} from '../support/unneeded-permissions.ts';

const defaultGroup = 'When the network is deployed, a function of the CDK empties its default security group.';
const deadLetters = 'Lambda hands over what failed for good; locally the log says it.';
const serviceLinkedRole = "When the cluster is deployed, a function makes ECS's service-linked role.";
const edgePages = 'When the ingress is deployed, a function writes the pages of the edge.';
const logs = 'Lambda and Fargate write logs in the name of a role; locally they go to the terminal.';
const traces = 'Lambda sends traces in the name of a role; nothing is traced locally.';

/** Statements that no local run can use, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  'ec2:AuthorizeSecurityGroupEgress': defaultGroup,
  'ec2:AuthorizeSecurityGroupIngress': defaultGroup,
  'ec2:RevokeSecurityGroupEgress': defaultGroup,
  'ec2:RevokeSecurityGroupIngress': defaultGroup,
  'ec2:DescribeManagedPrefixLists': 'When the network is deployed, a function finds the prefix list of CloudFront.',
  'ec2:DescribeNetworkInterfaces':
    'A Fargate task is reached at its network interface; locally, at a port of this machine.',
  'iam:CreateServiceLinkedRole': serviceLinkedRole,
  'iam:GetRole': serviceLinkedRole,
  'logs:CreateLogStream': logs,
  'logs:PutLogEvents': logs,
  's3:DeleteObject': edgePages,
  's3:PutObject': edgePages,
  'sqs:GetQueueAttributes': deadLetters,
  'sqs:GetQueueUrl': deadLetters,
  'sqs:SendMessage': deadLetters,
  'xray:PutTelemetryRecords': traces,
  'xray:PutTraceSegments': traces,
};

/** Any of these can be the first to reconcile a sandbox, all with the grant `reconcileSandboxes`. */
const reconcilers: SameCode = ['reconcile-sandbox', 'wake-sandbox', 'sweep-sandboxes', 'sweep-segment'];

/** Both start a conversation with the grant `createAppConversation`; the second also streams its states. */
const starters: SameCode = ['create-app-conversation', 'stream-start-app-conversation'];

/** One endpoint with two paths and the same grant. Agent servers use one of them. */
const takers: SameCode = ['receive-events', 'receive-sandbox-events'];

/** All delete conversations with the grant `deleteConversation`. The worker deletes what a request has left. */
const deleters: SameCode = ['delete-app-conversation', 'delete-conversation', 'purge-events'];

/** All take messages with the grant `sendMessages`, and keep their pictures apart. */
const senders: SameCode = ['send-message', 'post-message', 'post-event'];

/** Either gives an agent, whose model's key was refused, the corrected one, with the grant `readProfileModel`. */
const renewers: SameCode = ['deliver-messages', 'backfill-events'];

/** All show pages of conversations with the grant `showConversations`, and store titles that agents have. */
const viewers: SameCode = ['get-overview', 'list-app-conversations', 'search-app-conversations', 'list-conversations'];

/** Each calls a model with the grant `callModel`, in an interface of its own. */
const callers: SameCode = [
  'create-chat-completion',
  'create-model-response',
  'create-embeddings',
  'create-anthropic-message',
];

/** One endpoint with two paths and the same grant. */
const tokenSavers: SameCode = ['add-git-providers', 'add-legacy-git-providers'];

/** All resume a sandbox within the limits of its payer, with the grant `startSandbox`. */
const resumers: SameCode = ['resume-sandbox', 'answer-address'];

/**
 * All remove the entry of a sandbox from the edge, which adds a row where there is none: its first generation boots. No
 * test can hit that moment with a rotation, so a use by the reconciler counts.
 */
const leavers: SameCode = ['rotate-session-key', 'revoke-key', 'remove-member', ...reconcilers];

/** All reach the agent of a sandbox with the grant `reachSandbox`, and can resume it first. */
const reachers: SameCode = [
  'run-command',
  'list-commands',
  'get-command',
  'get-command-output',
  'list-sandbox-files',
  'read-sandbox-file',
  'write-sandbox-file',
  'delete-sandbox-file',
  'move-sandbox-file',
  'create-sandbox-directory',
  'create-file-transfer',
  'get-file-transfer',
  'write-transfer-part',
  'complete-file-transfer',
  'delete-file-transfer',
];

/**
 * Whatever starts a sandbox admits it with the grant `newSandbox`, and can begin from an owner's spec with
 * `findOwnSpec`. Tests reach each limit and budget through `start-sandbox`. What ends an interval of usage late raises
 * the month's sums with `writeUsage`, as the reconcilers do. The end of an owner deletes specs and prebuilds as a
 * request does.
 */
const shared: SharedGrants = {
  'create-conversation': ['create-app-conversation'],
  'start-conversation': ['create-app-conversation'],
  'fork-conversation': ['start-sandbox', 'create-app-conversation', 'fork-sandbox', ...reconcilers],
  'fork-sandbox': ['start-sandbox', ...reconcilers],
  'check-sandbox-spec': ['start-sandbox'],
  'build-prebuild': ['start-sandbox', 'create-snapshot', ...reconcilers],
  'update-prebuild': ['create-prebuild'],
  'update-organization-budgets': ['update-owner', 'get-organization-budgets', 'put-budget-override'],
  'get-organization-stats': ['list-organization-conversations'],
  'batch-get-events': ['batch-get-conversation-events'],
  'list-snapshot-deletions': ['search-snapshots'],
  'erase-owner': ['delete-sandbox-spec', 'delete-prebuild'],
  'create-snapshot': reconcilers,
  'restore-sandbox': reconcilers,
  'reconcile-snapshot': reconcilers,
};

/**
 * `keepFirstMessage`, after an agent did not confirm a conversation that it has. No test can cause this at the front
 * door; unit tests of the start do, without rights.
 */
const afterCrash = /^run-start-task: dynamodb:PutItem of .*PendingMessagesTable/;

/**
 * The comparison adds a row for an entry at the edge that no row explains. Nothing that a test can do at the front door
 * makes such an entry; the suite of entries does, with the same code.
 */
const afterDamage = /^write-edge-entries: dynamodb:PutItem of .*EdgeEntriesTable/;

/** SES checks the right to the domain where only that is verified. The local SES has verified the address. */
const ofDomain = /: arn:aws:ses:[^ ]*:identity\/local\.test of /;

/**
 * Workers that several functions invoke for a sandbox, of which only the first one finds it without a worker. Which one
 * that is differs from run to run. And the count of requests, in which the same code of every read counts a conditional
 * request whose response has changed. So a use by one shows that all need it.
 */
const usedByOne = /:function:[\w-]+-(backfill-events|deliver-messages)$|:table\/[\w-]+-ApiCallsTable\w*$/;

it('some test needs every statement of every role', async ({ skip }) => {
  const runs = await evidenceOfRun();
  if (!runs) return skip('the service does not run on this machine');

  const conversationGroups = [starters, takers, deleters, senders, renewers, viewers, callers, tokenSavers];
  const groups = [...conversationGroups, reconcilers, resumers, leavers, reachers];
  const unneeded = unneededPermissions(runs, new Set(Object.keys(exempt)), groups, shared, usedByOne);

  const isExpected = (one: string) => [afterCrash, afterDamage, ofDomain].some((pattern) => pattern.test(one));
  expect(unneeded.map(describe).filter((one) => !isExpected(one))).toEqual([]);
});

function describe({ role, function: caller, part, statement }: Unneeded): string {
  return `${caller ?? role}: ${part} of ${JSON.stringify([statement.Action, statement.Resource])}`;
}
