import { randomBytes } from 'node:crypto';
import type { Owner } from '../../support/service/owners.ts';
import type { Walk } from '../walk.ts';

const BASE = '/api/v1/sandboxes/{}/files';
const bytes = { body: 'content', headers: { 'Content-Type': 'application/octet-stream' } };

export async function walkFiles(walk: Walk, { api }: Owner, running: string): Promise<void> {
  const at = [running];
  const unknown = ['unknown'];
  const path = `walk-${randomBytes(4).toString('hex')}`;
  await walk.visit(api, `POST ${BASE}/directories`, { at, body: { path: `${path}/inner` } });
  await walk.visit(api, `POST ${BASE}/directories`, { at: unknown, body: { path }, fails: 404 });
  await walk.visit(api, `PUT ${BASE}/content`, { at, query: { path: `${path}/file` }, ...bytes });
  const again = { ...bytes, headers: { ...bytes.headers, 'If-None-Match': '*' } };
  await walk.visit(api, `PUT ${BASE}/content`, { at, query: { path: `${path}/file` }, ...again, fails: 412 });
  await walk.visit(api, `PUT ${BASE}/content`, { at, query: { path: `${path}/inner` }, ...bytes, fails: 409 });
  await walk.visit(api, `GET ${BASE}/content`, { at, query: { path: `${path}/file`, resume: true } });
  const beyond = { query: { path: `${path}/file` }, headers: { Range: 'bytes=900-' }, fails: 416 };
  await walk.visit(api, `GET ${BASE}/content`, { at, ...beyond });
  await walk.visit(api, `GET ${BASE}/content`, { at, fails: 422 });
  await walk.visit(api, `GET ${BASE}/archive`, { at, query: { path } });
  await walk.visit(api, `GET ${BASE}/archive`, { at, query: { path: `${path}/file` }, fails: 409 });
  await walk.visit(api, `GET ${BASE}/archive`, { at: unknown, query: { path }, fails: 404 });
  await walk.visit(api, BASE_LIST, { at, query: { path, limit: 1 } });
  await walk.visit(api, BASE_LIST, { at, query: { path, page_id: 'nonsense' }, fails: 422 });
  await walk.visit(api, BASE_LIST, { at, query: { path: `${path}/absent` }, fails: 404 });
  await walk.visit(api, `POST ${BASE}/move`, { at, body: { from: `${path}/file`, to: `${path}/moved` } });
  await walk.visit(api, `POST ${BASE}/move`, { at, body: { from: `${path}/file`, to: `${path}/x` }, fails: 404 });
  await walkTransfers(walk, api, running, path);
  await walk.visit(api, `DELETE ${BASE}`, { at, query: { path }, fails: 409 });
  await walk.visit(api, `DELETE ${BASE}`, { at, query: { path, recursive: true } });
  await walk.visit(api, `DELETE ${BASE}`, { at, query: { path }, fails: 404 });
}

const BASE_LIST = `GET ${BASE}`;

async function walkTransfers(walk: Walk, api: Owner['api'], running: string, path: string): Promise<void> {
  const at = [running];
  const wanted = { direction: 'upload', kind: 'file', path: `${path}/large`, size: 7 };
  await walk.visit(api, `POST ${BASE}/transfers`, { at, body: { ...wanted, size: undefined }, fails: 422 });
  const { body: upload } = await walk.visit(api, `POST ${BASE}/transfers`, { at, body: wanted });
  const one = [running, upload.id];
  await walk.visit(api, `POST ${BASE}/transfers/{}/complete`, { at: one, fails: 409 });
  await walk.visit(api, `PUT ${BASE}/transfers/{}/parts/{}`, { at: [...one, '1'], ...bytes, fails: 422 });
  await walk.visit(api, `PUT ${BASE}/transfers/{}/parts/{}`, { at: [...one, '0'], ...bytes });
  await walk.visit(api, `POST ${BASE}/transfers/{}/complete`, { at: one });
  await walk.visit(api, `GET ${BASE}/transfers/{}`, { at: one });
  await walk.visit(api, `DELETE ${BASE}/transfers/{}`, { at: one });
  await walk.visit(api, `DELETE ${BASE}/transfers/{}`, { at: one, fails: 404 });
  await walk.visit(api, `GET ${BASE}/transfers/{}`, { at: one, fails: 404 });
  const folder = { direction: 'download', kind: 'folder', path };
  await walk.visit(api, `POST ${BASE}/transfers`, { at, body: folder });
}
