import { AppError, NotFoundError } from '../../platform/errors.ts';
import { llmOf, textOf } from './language-model.ts';
import type { OwnerSettings, ProviderConnection } from './settings-store.ts';
import { withinLimits } from './update-settings.ts';

const MAX_CONNECTIONS = 20;

/** @throws AppError `conflict` when the owner has the maximum number */
export function withConnection(settings: OwnerSettings, connection: ProviderConnection): OwnerSettings {
  const known = settings.provider_connections;
  if (known.length >= MAX_CONNECTIONS)
    throw new AppError('conflict', `You can keep at most ${MAX_CONNECTIONS} provider connections. Delete one first.`);
  return withinLimits({ ...settings, provider_connections: [...known, connection] });
}

/** @throws NotFoundError */
export function withChangedConnection(
  settings: OwnerSettings,
  id: string,
  change: Partial<ProviderConnection>,
): OwnerSettings {
  const before = requireConnection(settings, id);
  const next = { ...before, ...change };
  return withinLimits({
    ...settings,
    provider_connections: settings.provider_connections.map((known) => (known === before ? next : known)),
  });
}

/** @throws NotFoundError; AppError `conflict` while a language model uses it */
export function withoutConnection(settings: OwnerSettings, id: string): OwnerSettings {
  const gone = requireConnection(settings, id);
  const users = [
    ...settings.profiles.filter(({ llm }) => textOf(llm.provider_connection_id) === id).map(({ name }) => name),
    ...(textOf(llmOf(settings).provider_connection_id) === id ? ['the model in use'] : []),
  ];
  if (users.length > 0)
    throw new AppError(
      'conflict',
      `The connection is used by ${users.join(', ')}. Give them another connection first.`,
    );
  return { ...settings, provider_connections: settings.provider_connections.filter((known) => known !== gone) };
}

/** @throws NotFoundError */
export function requireConnection({ provider_connections: known }: OwnerSettings, id: string): ProviderConnection {
  const connection = known.find((one) => one.id === id);
  if (!connection) throw new NotFoundError('Provider connection', id);
  return connection;
}

/** A connection for its owner, without its key. */
export function shownConnection({ api_key: _key, ...connection }: ProviderConnection) {
  return { ...connection, api_key_set: true };
}
