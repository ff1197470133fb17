import { describe, expect, it } from 'vitest';
import { isLeftBehind } from '../../../../../console/src/pages/sandboxes/sandbox-state.tsx';
import { conversation } from '../../../presentation/conversation.ts';

const failed = conversation({ execution_status: 'error', status_detail: 'No such repository.' });

describe('A sandbox whose conversation failed to start', () => {
  it('is left behind while it runs', () => {
    expect(isLeftBehind({ status: 'RUNNING' }, [failed])).toBe(true);
    expect(isLeftBehind({ status: 'PAUSED' }, [failed])).toBe(false);
  });

  it('is not left behind where another conversation uses it, or none is known', () => {
    expect(isLeftBehind({ status: 'RUNNING' }, [failed, conversation({ execution_status: 'idle' })])).toBe(false);
    expect(isLeftBehind({ status: 'RUNNING' }, [])).toBe(false);
  });
});
