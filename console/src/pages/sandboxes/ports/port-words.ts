import type { Port } from './port-queries.ts';

export const accessWords: Readonly<Record<Port['access'], string>> = {
  key: 'Session key',
  link: 'Anyone with the URL',
  public: 'Anyone',
};

export const wakeWords: Readonly<Record<Port['wake'], string>> = {
  never: 'No request',
  key: 'Requests with a key',
  link: 'Every request',
};

export const optionsOf = <Name extends string>(words: Readonly<Record<Name, string>>) =>
  Object.entries(words) as [Name, string][];

/** What a person calls the port. */
export const titleOf = ({ name, port }: Pick<Port, 'name' | 'port'>): string =>
  name === null ? `${port}` : `${name} (${port})`;
