import { expect, it } from 'vitest';
import { withoutSearch } from '../../../../../console/src/pages/sandboxes/sandbox-page.tsx';

it('shows an address without the session key in it', () => {
  expect(withoutSearch('https://abc.sandboxes.example.com/?tkn=secret&folder=/workspace')).toBe(
    'https://abc.sandboxes.example.com/',
  );
});
