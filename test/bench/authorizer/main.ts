/**
 * `npm run bench:authorizer [-- --rounds 40]`: the authorizer's deployed bundle with an API key and with a token, in
 * turns: size, and time and CPU of a warm call with DynamoDB Local.
 *
 * Decides whether tokens need a function of their own: they do if a call with a token takes twice as long as one with
 * a key.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { builtFunctions } from '../../../infra/bundling/built-functions.ts';
import { LocalProvider } from '../../../infra/local/people/local-provider.ts';
import { LOCAL_CLIENT } from '../../../infra/local/people/people.ts';
import { oidcVariable } from '../../../infra/settings/oidc.ts';
import { DynamoKeyStore } from '../../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { issueKey } from '../../../shared/domain/accounts/keys/issue-key.ts';
import { personIdOf } from '../../../shared/domain/accounts/people/person.ts';
import { timestamp } from '../../../shared/platform/clock.ts';
import { Browser } from '../../support/accounts/people/browser.ts';
import { startServiceTables } from '../../support/service-tables.ts';
import { environmentOf } from '../rows/environment.ts';
import { median } from '../statistics.ts';

const CALLS = 50;
const BAR = 2;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '40' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number, 1 or more.');

const folder = await mkdtemp(join(tmpdir(), 'authorizer-'));
const tables = await startServiceTables();
const provider = await LocalProvider.start({ port: 0, folder, log: () => undefined });
try {
  const { issuer } = provider;
  const setting = { issuer, clientId: LOCAL_CLIENT };
  const own = { REQUESTS_PER_MINUTE: '10000000', OIDC: oidcVariable(setting, setting) };
  Object.assign(process.env, environmentOf(tables), tables.environment, own);
  delete process.env.AWS_SESSION_TOKEN;
  const bundle = join(await builtFunctions(), 'authorize', 'index.mjs');
  const { handler } = await import(bundle);
  const now = new Date();
  const order = { ownerId: 'acme', name: 'bench', expiresAt: null };
  const { text: key } = await issueKey(order, new DynamoKeyStore(tables.documents, tables), now);
  const { id_token: token } = await new Browser().signIn({ person: 'ada' }, setting);
  const member = { person_id: personIdOf(issuer, 'ada'), owner_id: 'acme', role: 'admin', status: 'ACTIVE' };
  const Item = { ...member, joined_at: timestamp(now), limits: {} };
  await tables.documents.send(new PutCommand({ TableName: tables.members, Item }));

  const measures = { key: measure(handler, key), token: measure(handler, token) } as const;
  // The first calls compile the code and fetch the provider's keys.
  for (const one of Object.values(measures)) await one();
  const samples = { key: [] as Sample[], token: [] as Sample[] };
  for (let round = 0; round < rounds; round += 1)
    for (const kind of ['key', 'token'] as const) samples[kind].push(await measures[kind]());
  const medians = (of: keyof Sample) => ({
    key: median(samples.key.map((sample) => sample[of])),
    token: median(samples.token.map((sample) => sample[of])),
  });
  const [cpu, wall] = [medians('cpuMs'), medians('wallMs')];
  const ratio = { cpu: cpu.token / cpu.key, wall: wall.token / wall.key };
  console.log(`bundle: ${(await stat(bundle)).size} bytes; ${rounds} rounds of ${CALLS} calls`);
  console.table({ 'CPU ms of a call': { ...cpu, ratio: ratio.cpu }, 'ms of a call': { ...wall, ratio: ratio.wall } });
  if (ratio.wall > BAR) console.log(`MISSED  a call with a token takes ${ratio.wall.toFixed(2)} times one with a key.`);
  process.exitCode = ratio.wall > BAR ? 1 : 0;
} finally {
  await provider.stop();
  await tables.stop();
  await rm(folder, { recursive: true, force: true });
}

interface Sample {
  readonly cpuMs: number;
  readonly wallMs: number;
}

type Handler = (event: object) => Promise<{ readonly principalId: string }>;

/** Calls one after the other, as an instance of Lambda does. @throws when the credential is refused */
function measure(handler: Handler, credential: string): () => Promise<Sample> {
  const event = {
    methodArn: 'arn:aws:execute-api:us-east-1:000000000000:api/bench/GET/api/v1/sandboxes',
    httpMethod: 'GET',
    resource: '/api/v1/sandboxes/search',
    headers: { Authorization: `Bearer ${credential}` },
  };
  return async () => {
    const [began, used] = [performance.now(), process.cpuUsage()];
    for (let call = 0; call < CALLS; call += 1) {
      const { principalId } = await handler(event);
      if (principalId !== 'acme') throw new Error(`the authorizer let ${principalId} in`);
    }
    const { user, system } = process.cpuUsage(used);
    return { cpuMs: (user + system) / 1000 / CALLS, wallMs: (performance.now() - began) / CALLS };
  };
}
