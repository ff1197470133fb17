import { describe, expect, it } from 'vitest';
import { streamReaders } from '../../../../../infra/doctor/checks/stream-readers.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const reader = { function: 'reconcile', id: 'uuid-1', state: 'Enabled', result: 'OK' };

describe('doctor on streams', () => {
  it('accepts enabled readers', () => {
    expect(levels(streamReaders.judge([reader], aSubject()))).toEqual(['ok']);
  });

  it('finds that nothing is read', () => {
    expect(levels(streamReaders.judge([], aSubject()))).toEqual(['error']);
  });

  it('finds a reader that is switched off', () => {
    const found = streamReaders.judge([{ ...reader, state: 'Disabled' }], aSubject());

    expect(levels(found)).toEqual(['error']);
    expect(words(found)).toContain('aws lambda update-event-source-mapping --uuid uuid-1 --enabled');
  });

  it('finds a reader that Lambda has trouble with', () => {
    const result = 'PROBLEM: The role may not read the stream';

    expect(words(streamReaders.judge([{ ...reader, result }], aSubject()))).toContain(result);
  });
});
