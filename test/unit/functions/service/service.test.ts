import { describe, expect, it, vi } from 'vitest';
import { getOpenapi } from '../../../../functions/service/get-openapi.ts';
import { getReady } from '../../../../functions/service/get-ready.ts';
import { getServerInfo } from '../../../../functions/service/get-server-info.ts';
import { endpoints } from '../../../../shared/contract/index.ts';
import { invoke } from '../../../support/http/invoke.ts';

describe('GET /ready', () => {
  it('returns 200 when the database answers', async () => {
    const { status, body } = await invoke(getReady, { probe: async () => undefined });

    expect([status, body]).toEqual([200, { status: 'ready' }]);
  });

  it('returns 503 with Retry-After and no cause when the database fails', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const probe = async () => {
      throw new Error('connect ECONNREFUSED 10.0.0.7');
    };

    const { status, headers, body, text } = await invoke(getReady, { probe });

    expect([status, body.code, headers['Retry-After']]).toEqual([503, 'unavailable', '5']);
    expect(text).not.toContain('10.0.0.7');
    expect(error).toHaveBeenCalledOnce();
    error.mockRestore();
  });
});

describe('GET /server_info', () => {
  it('returns name, stage and API versions', async () => {
    const { body } = await invoke(getServerInfo, { stage: 'dev' });

    expect(body).toMatchObject({ name: 'agent-conversation-service', stage: 'dev', api_versions: ['v0', 'v1'] });
  });
});

describe('GET /openapi.json', () => {
  it('describes every endpoint, at the address of the deployment and not that of the Host header', async () => {
    const publicBaseUrl = 'https://api.example.com';
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
    const { body } = await invoke(getOpenapi, { publicBaseUrl }, { headers });

    expect(body.openapi).toMatch(/^3\.1\./);
    expect(body.servers).toEqual([{ url: publicBaseUrl }]);
    const ids = Object.values<Record<string, { operationId?: string }>>(body.paths).flatMap((path) =>
      Object.values(path).flatMap(({ operationId }) => operationId ?? []),
    );
    expect(ids.toSorted()).toEqual(endpoints.map(({ id }) => id).toSorted());
  });
});
