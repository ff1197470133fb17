import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { SendEmailCommand as SdkSend, SESv2Client } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { errorAnswer, jsonAnswer, send } from '../../../../../infra/local/aws/answer.ts';
import type { AwsError } from '../../../../../infra/local/aws/aws-error.ts';
import { LocalSes } from '../../../../../infra/local/ses/local-ses.ts';
import { sesRequest } from '../../../../../infra/local/ses/ses-request.ts';
import { listen } from '../../../../../infra/local/sockets/listen.ts';
import { sharedHandler } from '../../../../../shared/platform/aws/call-limits.ts';
import { SesMail } from '../../../../../shared/platform/aws/mail.ts';
import { SendEmailCommand, SesClient } from '../../../../../shared/platform/aws/sesv2-client.ts';
import { folderOfFile } from '../../../../support/temporary-folder.ts';

const folder = folderOfFile();
const requests: { readonly url: string; readonly body: string; readonly authorization: string }[] = [];
let facts = { mail_identities: null as string[] | null, mail_sandbox: false };
let server: Server;
let url: string;

beforeAll(async () => {
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const ses = new LocalSes({ folder, facts: () => facts, log: () => undefined });
  server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString('utf8');
    const { method = '', url = '', headers } = request;
    requests.push({ url, body, authorization: headers.authorization ?? '' });
    const { operation, input } = sesRequest({ method, url }, () => JSON.parse(body)) ?? { operation: '', input: {} };
    const answer = ses.handle(operation, input).then(jsonAnswer);
    send(response, await answer.catch((error: AwsError) => errorAnswer(error)));
  });
  url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

beforeEach(() => {
  requests.length = 0;
  facts = { mail_identities: null, mail_sandbox: false };
});

const client = () => new SesClient(sharedHandler, new URL(url));
const message = { to: 'ann@example.com', subject: 'Größe', text: 'Line one\nLine two' };

it('the client sends the request of the SDK, signed for the same service', async () => {
  const sdk = new SESv2Client({
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  });
  const { to, subject, text } = message;
  await client().send(new SendEmailCommand({ from: 'agents@example.com', to, subject, text }));
  await sdk.send(
    new SdkSend({
      FromEmailAddress: 'agents@example.com',
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: { Subject: { Data: subject, Charset: 'UTF-8' }, Body: { Text: { Data: text, Charset: 'UTF-8' } } },
      },
    }),
  );
  sdk.destroy();

  const [own, theirs] = requests;
  expect(own?.url).toBe(theirs?.url);
  expect(JSON.parse(own?.body ?? '')).toEqual(JSON.parse(theirs?.body ?? ''));
  const serviceOf = (authorization = '') => /Credential=[^,]*\/([\w-]+)\/aws4_request/.exec(authorization)?.[1];
  expect([serviceOf(own?.authorization), serviceOf(theirs?.authorization)]).toEqual(['ses', 'ses']);
});

it('the local SES keeps a mail as a file', async () => {
  const before = readdirSync(folder);
  await new SesMail('agents@example.com', client()).send(message);

  const [file = '', ...others] = readdirSync(folder).filter((name) => !before.includes(name));
  expect(others).toEqual([]);
  expect(readFileSync(`${folder}/${file}`, 'utf8')).toMatch(
    /^Date: .*\nFrom: agents@example\.com\nTo: ann@example\.com\nSubject: Größe\n\nLine one\nLine two\n$/,
  );
});

it.each([
  [{ mail_identities: ['other.com'], mail_sandbox: false }, 'agents@example.com'],
  [{ mail_identities: ['agents@example.com'], mail_sandbox: true }, 'ann@example.com'],
])('the local SES with %j refuses %s, as SES does', async (state, address) => {
  facts = state;
  const sending = new SesMail('agents@example.com', client()).send(message);
  await expect(sending).rejects.toMatchObject({
    name: 'MessageRejected',
    status: 400,
    message: expect.stringContaining(address),
  });
});
