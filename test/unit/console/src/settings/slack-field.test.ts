import { expect, it } from 'vitest';
import { slackIn } from '../../../../../console/src/pages/settings/slack-field.ts';

const form = (fields: Readonly<Record<string, string>>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return slackIn(data);
};

it('an alert URL is kept, replaced or removed', () => {
  const url = 'https://hooks.example.com/T0';

  expect(form({ slack: '' })).toEqual({});
  expect(form({ slack: url })).toEqual({ slack_url: url });
  expect(form({ slack: url, slack_remove: 'on' })).toEqual({ slack_url: null });
});
