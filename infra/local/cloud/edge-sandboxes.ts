import * as z from 'zod';
import type { Assembly } from '../assembly/assembly.ts';
import { physicalName } from '../aws/names.ts';
import type { DynamoDbWire } from '../dynamodb/wire.ts';

/** What a port of the edge needs to know of its sandbox. */
export interface EdgeSandbox {
  readonly addressId: string;
  /** The port of its agent server. */
  readonly port: number;
  /** Its row stays for some days, and the service says at its address that it is gone. */
  readonly isDeleted: boolean;
}

/** Finds a sandbox by `<owner>/<sandbox>`. */
export type FindSandbox = (sandbox: string) => Promise<EdgeSandbox | undefined>;

const Row = z.object({
  address_id: z.object({ S: z.string() }),
  desired: z.object({ S: z.string() }),
  ports: z.object({
    L: z.array(z.object({ M: z.object({ name: z.object({ S: z.string() }), port: z.object({ N: z.string() }) }) })),
  }),
});

/** Reads the rows of sandboxes, as no function runs where a port of the edge leads. */
export function sandboxRows(assembly: Assembly, wire: Pick<DynamoDbWire, 'call'>): FindSandbox {
  const table = assembly
    .ofType('AWS::DynamoDB::Table')
    .find(({ properties }) => JSON.stringify(properties.GlobalSecondaryIndexes ?? []).includes('"address_index"'));
  return async (sandbox) => {
    const [owner = '', id = ''] = sandbox.split('/');
    if (!table) return undefined;
    const { Item } = await wire.call('dynamodb', 'GetItem', {
      TableName: physicalName(table),
      Key: { owner_id: { S: owner }, sandbox_id: { S: id } },
      ConsistentRead: true,
    });
    const row = Row.safeParse(Item).data;
    const agent = row?.ports.L.find(({ M }) => M.name.S === 'AGENT_SERVER');
    if (!row || !agent) return undefined;
    return { addressId: row.address_id.S, port: Number(agent.M.port.N), isDeleted: row.desired.S === 'DELETED' };
  };
}
