import { CONSOLE_URL } from '../../shared/contract/endpoint/stage-variables.ts';
import type { Settings } from '../config.ts';
import { commonHeaders, fallbackMethod, unknownRoute } from './fallback-methods.ts';
import { chooseOrigin, type FixedAnswer, fixedMethod, type ShareText, withoutBody } from './fixed-answers.ts';
import { type OpenApiPath, parametersOf } from './open-api.ts';

/** A path that people open in a browser, because a program printed it or because they shortened a longer URL. */
interface PeoplePath {
  readonly path: string;
  /** Velocity for the path in the console or web client. `$id` is the URL-encoded id of the request path. */
  readonly target: string;
  readonly setId?: string;
  /** Only the console has this page. */
  readonly isOfConsole?: boolean;
}

const CONVERSATION = 'conversation_id';

const peoplePaths: readonly PeoplePath[] = [
  { path: '/', target: '/' },
  {
    // The `openhands cloud` command prints this path.
    path: `/conversations/{${CONVERSATION}}`,
    target: '/conversations/$id',
    // The only part of a request that a response repeats. Encoded, it can neither end nor extend the URL.
    setId: `#set($id=$util.urlEncode($input.params("${CONVERSATION}")))`,
  },
  // Web clients have their settings there.
  { path: '/settings', target: '/settings' },
  { path: '/settings/{page+}', target: '/settings' },
  { path: '/docs', target: '/reference', isOfConsole: true },
];

/** Redirects to the console or to `webUrl`. Without either, these paths are unknown routes. */
export function pathsForPeople(settings: Settings, share: ShareText): Readonly<Record<string, OpenApiPath>> {
  // Programs that accept only JSON get the response to an unknown route.
  const programs = unknownRoute(settings.allowedOrigins);
  return Object.fromEntries(
    peoplePaths.flatMap((people) => {
      const redirect = redirectOf(people, settings);
      if (redirect === undefined) return [];
      const open = { ...parametersOf(people.path), security: [] };
      const methods: OpenApiPath = {
        get: { ...open, ...fixedMethod([redirect, programs], share, choice) },
        head: { ...open, ...fixedMethod([withoutBody(redirect), withoutBody(programs)], share, choice) },
        'x-amazon-apigateway-any-method': { ...open, ...fallbackMethod(people.path, ['GET', 'HEAD'], settings, share) },
      };
      return [[people.path, methods]];
    }),
  );
}

function redirectOf(
  { target, setId = '', isOfConsole = false }: PeoplePath,
  settings: Settings,
): FixedAnswer | undefined {
  const { webUrl, console, allowedOrigins } = settings;
  const client = isOfConsole ? undefined : webUrl?.replace(/\/$/, '');
  const home = client ?? (console ? `$stageVariables.${CONSOLE_URL}` : undefined);
  if (home === undefined) return undefined;
  const location = `#set($context.responseOverride.header.Location="${home}${target}")`;
  const further = `${setId}${location}${chooseOrigin(allowedOrigins)}`;
  return { status: 302, headers: commonHeaders(allowedOrigins), further, body: '' };
}

/** Mapping template that chooses between the two. Over HTTP/2 the header's name is in lower case. */
const choice = [
  '#set($accept = $input.params().header.get("Accept"))',
  '#if($accept == "") #set($accept = $input.params().header.get("accept")) #end',
  '#if($accept == "application/json" || $accept == "application/problem+json")',
  JSON.stringify({ statusCode: 404 }),
  '#else',
  JSON.stringify({ statusCode: 302 }),
  '#end',
].join('\n');
