import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addressThrottle } from '../../infra/api/address-path.ts';
import { openThrottles } from '../../infra/api/open-throttles.ts';
import type { Endpoint } from '../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../shared/contract/index.ts';
import { Grants } from './grants.ts';
import { production, type Synthesis } from './synthesis.ts';

const open = (endpoints as readonly Endpoint[]).filter(({ access }) => access === 'open');

/** Actions that change, start or send something, unlike logs, traces and reads. */
const changes = (action: string) =>
  !/^(xray|logs):/.test(action) &&
  !/^(dynamodb:(BatchGetItem|ConditionCheckItem|GetItem|Query)|kms:Decrypt|secretsmanager:GetSecretValue)$/.test(
    action,
  );

const settingsOf = (synthesis: Synthesis): readonly Record<string, unknown>[] =>
  synthesis.resources('api', 'AWS::ApiGateway::Stage').flatMap(({ properties }) => properties.MethodSettings);

describe('endpoints that no key protects', () => {
  const grants = new Grants(production());
  const writers = open.filter(
    ({ id, constant }) => constant === undefined && grants.actionsOf(id).some((action) => changes(action)),
  );

  it('can change nothing, except those with a separate throttle', () => {
    expect(writers.map(({ id }) => id).toSorted()).toEqual(Object.keys(openThrottles).toSorted());
  });

  it('that can change something write only to the tables of a login, ask for builds of prebuilds, and count reads', () => {
    const writes = (right: string) => / (PutItem|UpdateItem|DeleteItem)$/.test(right);
    const rights = Object.fromEntries(writers.map(({ id }) => [id, grants.rightsOf(id).filter(writes)]));

    const counted = ['DeviceCodes UpdateItem'];

    expect(rights).toEqual({
      'authorize-device': ['DeviceCodes PutItem', 'DeviceCodes UpdateItem'],
      'get-device-token': ['ApiKeys PutItem', 'Audit PutItem', 'DeviceCodes UpdateItem', 'IntegratorEvents PutItem'],
      'receive-push': ['Prebuilds PutItem'],
      'batch-get-shared-conversations': counted,
      'search-shared-events': counted,
      'count-shared-events': counted,
      'batch-get-shared-events': counted,
      'get-shared-event': counted,
      'get-shared-file': counted,
    });
  });

  it('are throttled by API Gateway before a function runs', () => {
    const settings = settingsOf(production());

    for (const { id, path, method } of writers) {
      const { rate, burst } = openThrottles[id as keyof typeof openThrottles];
      expect(settings).toContainEqual({
        ResourcePath: `/${path.replaceAll('/', '~1')}`,
        HttpMethod: method,
        DataTraceEnabled: false,
        ThrottlingRateLimit: rate,
        ThrottlingBurstLimit: burst,
      });
    }
  });

  it('include the path of lasting addresses, with a throttle of its own', () => {
    expect(settingsOf(production())).toContainEqual({
      ResourcePath: '/~1edge',
      HttpMethod: 'ANY',
      DataTraceEnabled: false,
      ThrottlingRateLimit: addressThrottle.rate,
      ThrottlingBurstLimit: addressThrottle.burst,
    });
  });

  it('are closed at the stage of the edge, except that path, and its 503s do not count as failures of the API', () => {
    const [clients, edge, ...others] = production().resources('api', 'AWS::ApiGateway::Stage');

    expect(others).toEqual([]);
    expect([clients?.properties.StageName, edge?.properties.StageName]).toEqual(['prod', 'edge-prod']);
    expect(edge?.properties.DeploymentId).toEqual(clients?.properties.DeploymentId);
    expect(edge?.properties.AccessLogSetting).toEqual(clients?.properties.AccessLogSetting);
    expect(edge?.properties.MethodSettings).toEqual([
      {
        ResourcePath: '/*',
        HttpMethod: '*',
        DataTraceEnabled: false,
        ThrottlingRateLimit: 0,
        ThrottlingBurstLimit: 0,
      },
      expect.objectContaining({ ResourcePath: '/~1edge', ThrottlingRateLimit: addressThrottle.rate }),
    ]);
  });

  it('are listed in the documentation, each with its limit', async () => {
    const text = await readFile(join(import.meta.dirname, '../../docs/keys.md'), 'utf8');
    const [, begun = ''] = text.split('\n## Requests without a key\n');
    const [section = ''] = begun.split('\n## ');
    const listed = [...section.matchAll(/^\| `(\w+ \/[^`]*)` \| (.+) \|$/gm)];

    expect(listed.map(([, route]) => route).toSorted()).toEqual(
      open.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
    for (const [, route, bound = ''] of listed) {
      const writes = writers.some(({ method, path }) => `${method} ${path}` === route);
      expect([route, bound.startsWith('writes nothing')]).toEqual([route, !writes]);
    }
  });
});
