import { describe, expect, it } from 'vitest';
import { deadLetters } from '../../../../../infra/doctor/checks/dead-letters.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const url = 'https://sqs.eu-west-1.amazonaws.com/123456789012/failures';

describe('doctor on dead letters', () => {
  it('is content with an empty queue', () => {
    expect(levels(deadLetters.judge([{ url, messages: 0 }], aSubject()))).toEqual(['ok']);
  });

  it('finds messages, and says how to remove them in the end', () => {
    const found = deadLetters.judge([{ url, messages: 3 }], aSubject());

    expect(levels(found)).toEqual(['error']);
    expect(words(found)).toContain(`3 messages lie in the dead-letter queue ${url}`);
    expect(words(found)).toContain(`aws sqs purge-queue --queue-url ${url}`);
  });
});
