import { describe, expect, it } from 'vitest';
import { reasonWords } from '../../../../../console/src/pages/sandboxes/timeline.tsx';

describe('The reasons of transitions', () => {
  it('are what happened and what to do, in the words of the service', () => {
    expect(reasonWords('out_of_memory')).toBe(
      'The sandbox used more memory than it has. Resume the sandbox to continue from its workspace. If it happens again, start it from a larger spec.',
    );
    expect(reasonWords('task_lost')).toContain('Resume the sandbox to start it again.');
  });

  it('say more of a pause than its code', () => {
    expect(reasonWords('idle')).toContain('it was idle');
    expect(reasonWords('api')).toBe('Paused by request.');
  });

  it('are left to their codes where a later release has further ones', () => {
    expect(reasonWords('from_the_future')).toBe('');
  });
});
