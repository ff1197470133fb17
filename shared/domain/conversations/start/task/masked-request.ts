import { MASK } from '../../../../contract/shapes/mask.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The request without secrets, for storage and display: their values, plugin parameters and credentials in URLs. */
export function masked(request: Fields): Record<string, unknown> {
  const { secrets, plugins } = request;
  return {
    ...request,
    ...(isFields(secrets) ? { secrets: maskedValues(secrets) } : {}),
    ...(Array.isArray(plugins) ? { plugins: plugins.map(maskedPlugin) } : {}),
  };
}

/** Whether a plugin contains what `masked` hides. */
export function isConfidential({ source, parameters }: { readonly source: string; readonly parameters?: unknown }) {
  return withoutCredentials(source) !== source || (isFields(parameters) && Object.keys(parameters).length > 0);
}

function maskedPlugin(plugin: unknown): unknown {
  if (!isFields(plugin)) return plugin;
  const { source, parameters } = plugin;
  return {
    ...plugin,
    ...(typeof source === 'string' ? { source: withoutCredentials(source) } : {}),
    ...(isFields(parameters) ? { parameters: maskedValues(parameters) } : {}),
  };
}

/** A URL without user, password and query. Other sources are unchanged. */
export function withoutCredentials(source: string): string {
  const [, scheme, rest = ''] = /^(\s*[a-z][a-z0-9+.-]{0,30}:\/\/)(.*)$/i.exec(source) ?? [];
  return scheme === undefined ? source : scheme + rest.replace(/[?#].*$/, '').replace(/^[^/]*@/, '');
}

function maskedValues(fields: Fields): Record<string, string> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, MASK]));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
