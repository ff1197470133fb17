import { beforeEach } from 'vitest';
import { type DiskOwner, diskTags } from '../../../shared/domain/sandboxes/record/disks.ts';
import { type AgentReply, useHttpAgent } from '../http/http-agent.ts';

type Answer = (form: URLSearchParams) => AgentReply | undefined;

/** EC2 over real HTTP, which says by action what a test tells it to. */
export interface HttpEc2 {
  readonly settings: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
  /** What to answer to an action; without an entry, an empty success. */
  answers: Record<string, Answer | undefined>;
  called(action: string): URLSearchParams[];
}

/** One EC2 for all tests of a file, forgetful between them. */
export async function useHttpEc2(): Promise<HttpEc2> {
  const agent = await useHttpAgent();
  const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };
  const ec2: HttpEc2 = {
    settings: { endpoint: agent.url, region: 'us-east-1', credentials },
    answers: {},
    called: (action) =>
      agent.requests.map(({ body }) => new URLSearchParams(body)).filter((form) => form.get('Action') === action),
  };
  agent.reply = ({ body }) => {
    const form = new URLSearchParams(body);
    const action = form.get('Action') ?? '';
    const answerOf = ec2.answers[action];
    return answerOf ? answerOf(form) : answer(action);
  };
  beforeEach(() => {
    ec2.answers = {};
    agent.requests.length = 0;
  });
  return ec2;
}

export function answer(action: string, inside = ''): AgentReply {
  return { body: `<${action}Response>${inside}</${action}Response>` };
}

export function failure(code: string, status = 400): () => AgentReply {
  const body = `<Response><Errors><Error><Code>${code}</Code><Message>because</Message></Error></Errors></Response>`;
  return () => ({ status, body });
}

export function list(set: string, items: readonly string[], next = ''): string {
  const token = next && `<nextToken>${next}</nextToken>`;
  return `<${set}>${items.map((item) => `<item>${item}</item>`).join('')}</${set}>${token}`;
}

export const anEc2Owner: DiskOwner = {
  startedBy: 'ann/0193aaaabbbb7ccc8dddeeeeffff0000/2',
  mark: '0123456789abcdef',
};

const ours = list(
  'tagSet',
  diskTags(anEc2Owner, 'agents-dev').map(({ key, value }) => `<key>${key}</key><value>${value}</value>`),
);

export function volume(id: string, state = 'available', tags = ours): string {
  return `<volumeId>${id}</volumeId><status>${state}</status><createTime>2026-11-21T12:00:00.000Z</createTime>${tags}`;
}

export function snapshot(id: string, state = 'completed', more = ''): string {
  const startTime = `<startTime>2026-11-21T12:00:0${id.slice(-1)}.000Z</startTime>`;
  return `<snapshotId>${id}</snapshotId><volumeId>vol-1</volumeId><status>${state}</status>${startTime}${more}${ours}`;
}
