import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { limitsOf, ownerRowLimits, type SomeLimits } from '../../../shared/contract/shapes/limits.ts';
import type { StagePrices } from '../../../shared/contract/shapes/model-prices.ts';
import { Budgets } from '../../../shared/domain/billing/budgets/budgets.ts';
import { DynamoOwnerAccounts } from '../../../shared/domain/billing/budgets/dynamo-owner-accounts.ts';
import { DynamoSettledSums } from '../../../shared/domain/billing/usage/dynamo-settled-sums.ts';
import { LedgerUsageReader } from '../../../shared/domain/billing/usage/month-to-date.ts';
import { pricesOf } from '../../../shared/domain/billing/usage/prices.ts';
import { DynamoModelCalls } from '../../../shared/domain/broker/calls/dynamo-model-calls.ts';
import type { ModelCallEnd, NewModelCall, OpenModelCall } from '../../../shared/domain/broker/calls/model-call.ts';
import { countRow, readModelCall } from '../../../shared/domain/broker/calls/model-call-row.ts';
import { DynamoSandboxReader } from '../../../shared/domain/sandboxes/store/dynamo-sandbox-reader.ts';
import { DynamoMonthLedger } from '../../../shared/domain/sandboxes/usage/dynamo-usage-ledger.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { anOwner } from '../http/walk.ts';
import type { ServiceTables } from '../service-tables.ts';

/** A model that costs a dollar per million tokens of input and two of output. */
export const MODEL = 'test/model';
const stagePrices: StagePrices = {
  [MODEL]: { input: 1, output: 2, context_tokens: 1_000_000, output_tokens: 100_000 },
};

/** Ended with so many tokens of output, which cost two micro-USD each. */
export function ended(output: number, more: Partial<ModelCallEnd> = {}): ModelCallEnd {
  const tokens = { input: 0, cacheRead: 0, cacheWrite: 0, output };
  return { status: 200, tokens, wasSent: true, wasAbandoned: false, ...more };
}

/** Calls of models in DynamoDB, for owners of their own. */
export function callsScene(tables: ServiceTables, begin = '2026-11-21T12:10:00.000Z') {
  const { documents } = tables;
  const clock = { time: new Date(begin) };
  const now = () => clock.time;
  const accounts = new DynamoOwnerAccounts(documents, tables);
  const usage = new LedgerUsageReader({
    ledger: new DynamoMonthLedger(documents, tables),
    sums: new DynamoSettledSums(documents, tables),
    tables: pricesOf('us-east-1').tables,
  });
  const sandboxes = new DynamoSandboxReader(documents, tables);
  const budgets = new Budgets({ accounts, sandboxes, usage, now });
  const membersLimits = new Map<string, ReturnType<typeof limitsOf>>();
  const members = {
    find: async (_: string, id: string) => {
      const limits = membersLimits.get(id);
      return limits && { limits };
    },
  };
  const callsWith = (limits: { readonly perSandbox: number; readonly perOwner: number }) =>
    new DynamoModelCalls(documents, tables, { budgets, members, stagePrices, limits, now });
  const calls = callsWith({ perSandbox: 1_000, perOwner: 1_000 });

  const read = async (ownerId: string, call_id: string) => {
    const Key = { owner_id: ownerId, call_id };
    return (await documents.send(new GetCommand({ TableName: tables.modelCalls, Key, ConsistentRead: true }))).Item;
  };

  return {
    ...{ clock, now, calls, callsWith, budgets, accounts, usage, membersLimits },
    pass: (ms: number) => {
      clock.time = new Date(clock.time.getTime() + ms);
    },
    /** An owner with limits of their own. */
    owner: async (limits: SomeLimits = {}) => {
      const owner_id = anOwner();
      const Item = { owner_id, ...ownerRowLimits(limitsOf(limits)) };
      await documents.send(new PutCommand({ TableName: tables.owners, Item }));
      return owner_id;
    },
    /** A request that can cost up to two micro-USD for each token of its output. */
    call: (
      ownerId: string,
      outputTokensAtMost: number | null = 100,
      more: Partial<NewModelCall> = {},
    ): NewModelCall => ({
      ...{ ownerId, sandboxId: 'sbx-1', specId: 'small', conversationId: 'conv-1', conversationBudget: null },
      ...{ payer: { api_key_id: null }, interface: 'chat_completions', model: MODEL, profile: null, options: {} },
      ...{ inputTokensAtMost: 0, outputTokensAtMost, ...more },
    }),
    row: async ({ ownerId, callId }: OpenModelCall) => readModelCall(await read(ownerId, callId)),
    ownerRow: async (owner_id: string) => {
      const command = new GetCommand({ TableName: tables.owners, Key: { owner_id }, ConsistentRead: true });
      return (await documents.send(command)).Item ?? {};
    },
    /** The calls in progress that each count has. */
    inProgress: async (ownerId: string, sandboxId = 'sbx-1', conversationId = 'conv-1') => {
      const numberIn = async (id: string) => Number((await read(ownerId, id))?.calls ?? 0);
      const places = await Promise.all(Array.from({ length: 40 }, (_, n) => numberIn(countRow.place(n))));
      return {
        sandbox: await numberIn(countRow.sandbox(sandboxId)),
        conversation: await numberIn(countRow.conversation(conversationId)),
        owner: places.reduce((sum, one) => sum + one, 0),
      };
    },
    conversation: async (ownerId: string, conversationId = 'conv-1') =>
      (await read(ownerId, countRow.conversation(conversationId))) ?? {},
    ledger: async (ownerId: string) => {
      const { Items = [] } = await documents.send(
        new QueryCommand({
          TableName: tables.usage,
          KeyConditionExpression: 'owner_id = :owner',
          ExpressionAttributeValues: { ':owner': ownerId },
          ConsistentRead: true,
        }),
      );
      return Items;
    },
  };
}

/** The code of an error of the service; any other error as it is. */
export const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);

/** `admitted`, or the code of the error with which a call is refused. */
export const refusal = (open: Promise<unknown>) => open.then(() => 'admitted', codeOf);
