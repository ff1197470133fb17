import { describe, expect, it } from 'vitest';
import type { ResourceEvent } from '../../../../infra/custom-resources/answer.ts';
import { roleHandler } from '../../../../infra/custom-resources/service-linked-role.ts';
import { anAccount } from './an-account.ts';

type Reply = readonly [status: number, code: string, message: string];

const done: Reply = [200, '', ''];
const taken: Reply = [
  400,
  'InvalidInput',
  'Service role name AWSServiceRoleForECS has been taken in this account, please try a different suffix.',
];
const denied: Reply = [403, 'AccessDenied', 'not authorized, by an explicit deny in a service control policy.'];
const missing: Reply = [404, 'NoSuchEntity', 'The role with name AWSServiceRoleForECS cannot be found.'];

const NOW = Date.parse('2026-11-26T06:00:00Z');

interface Circumstances {
  readonly bucketStatus?: number;
  /** The age of the role, if the account has it. */
  readonly ageSeconds?: number;
  /** When GetRole sees the new role. */
  readonly seenAfterSeconds?: number;
}

/** An account whose IAM returns these replies by action. */
async function anAccountWith(
  replies: Readonly<Record<string, Reply>>,
  { bucketStatus = 200, ageSeconds = 0, seenAfterSeconds = 0 }: Circumstances = {},
) {
  let now = NOW;
  const wait = async (milliseconds: number) => {
    now += milliseconds;
  };
  const handler = roleHandler({ now: () => now, wait });
  const actionOf = (body: string) => {
    const form = new URLSearchParams(body);
    return [form.get('Action') ?? '', form.get('AWSServiceName') ?? form.get('RoleName')] as const;
  };
  const account = await anAccount(
    'IAM',
    ({ body }) => {
      const [action] = actionOf(body);
      const isUnseen = action === 'GetRole' && now < NOW + seenAfterSeconds * 1_000;
      const [status, code, message] = isUnseen ? missing : (replies[action] ?? denied);
      const created = `<CreateDate>${new Date(NOW - ageSeconds * 1_000).toISOString()}</CreateDate>`;
      const error = `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
      const role = `<Role><RoleName>AWSServiceRoleForECS</RoleName>${created}</Role>`;
      const success = `<${action}Response><${action}Result>${role}</${action}Result></${action}Response>`;
      return { status, body: status === 200 ? success : error };
    },
    bucketStatus,
  );
  return {
    answers: account.answers,
    waitedSeconds: () => (now - NOW) / 1_000,
    actions: () => account.calls.map(({ body }) => actionOf(body).join(' ')),
    send: (type: ResourceEvent['RequestType']) => handler(account.event(type)),
  };
}

const success = {
  Status: 'SUCCESS',
  PhysicalResourceId: 'AWSServiceRoleForECS',
  StackId: 's',
  RequestId: 'r',
  LogicalResourceId: 'l',
};

describe("ECS's service-linked role", () => {
  it('is created in an account without one, with a response that CloudFormation accepts', async () => {
    const account = await anAccountWith({ CreateServiceLinkedRole: done, GetRole: done });

    await account.send('Create');

    expect(account.actions()).toEqual(['CreateServiceLinkedRole ecs.amazonaws.com', 'GetRole AWSServiceRoleForECS']);
    expect(account.answers.map(({ body }) => body)).toEqual([success]);
    expect(account.answers[0]?.headers['content-type']).toBe('');
  });

  it('is waited for when it is new, as IAM lets ECS assume it only after seconds', async () => {
    const account = await anAccountWith({ CreateServiceLinkedRole: done, GetRole: done }, { seenAfterSeconds: 5 });

    await account.send('Create');

    expect(account.actions()).toHaveLength(5);
    expect(account.waitedSeconds()).toBe(20);
    expect(account.answers.map(({ body }) => body)).toEqual([success]);
  });

  it('is waited for within the minute of the function when IAM never shows it', async () => {
    const account = await anAccountWith({ CreateServiceLinkedRole: done, GetRole: missing });

    await account.send('Create');

    expect(account.waitedSeconds()).toBe(40);
    expect(account.answers.map(({ body }) => body)).toEqual([success]);
  });

  it('is waited for when another deployment, or an earlier try, made it seconds ago', async () => {
    const account = await anAccountWith({ CreateServiceLinkedRole: taken, GetRole: done }, { ageSeconds: 8 });

    await account.send('Create');

    expect(account.waitedSeconds()).toBe(12);
  });

  it.each([{ GetRole: done }, { GetRole: denied }])(
    'is fine in an account that has had it for long, without a wait: %o',
    async (replies) => {
      const account = await anAccountWith({ CreateServiceLinkedRole: taken, ...replies }, { ageSeconds: 3_600 });

      await account.send('Create');

      expect(account.waitedSeconds()).toBe(0);
      expect(account.answers.map(({ body }) => body)).toEqual([success]);
    },
  );

  it('is fine where an organisation forbids making it and the account has it', async () => {
    const account = await anAccountWith({ CreateServiceLinkedRole: denied, GetRole: done });

    await account.send('Update');

    expect(account.actions().at(-1)).toBe('GetRole AWSServiceRoleForECS');
    expect(account.answers.map(({ body }) => body)).toEqual([success]);
  });

  it('fails the deployment with the cause and the remedy where it can neither be made nor found', async () => {
    const account = await anAccountWith({ CreateServiceLinkedRole: denied, GetRole: missing });

    await account.send('Create');

    expect(account.answers[0]?.body).toMatchObject({
      Status: 'FAILED',
      Reason: expect.stringMatching(
        /explicit deny in a service control policy\. Run "aws iam create-service-linked-role --aws-service-name ecs/,
      ),
    });
  });

  it('stays when the stack is deleted', async () => {
    const account = await anAccountWith({});

    await account.send('Delete');

    expect(account.actions()).toEqual([]);
    expect(account.answers.map(({ body }) => body)).toEqual([success]);
  });

  it('is retried by Lambda when the response is refused', async () => {
    const account = await anAccountWith({ CreateServiceLinkedRole: taken }, { bucketStatus: 503 });

    await expect(account.send('Create')).rejects.toThrow('CloudFormation did not accept the response: HTTP 503.');
  });
});
