import { exposedHeaders, securityHeaders } from '../../shared/http/answers/browser-headers.ts';
import { PROBLEM_CONTENT_TYPE, problem } from '../../shared/http/answers/problem.ts';
import type { Settings } from '../config.ts';
import { fallbackMethod } from './fallback-methods.ts';
import {
  chooseOrigin,
  type FixedAnswer,
  fixedMethod,
  originHeaders,
  type ShareText,
  withoutBody,
} from './fixed-answers.ts';
import { allQuoted, quoted } from './gateway-responses.ts';
import { type OpenApiPath, parametersOf } from './open-api.ts';
import { peoplePage, peoplePagePolicy } from './people-page.ts';

/** An address that people open in a browser, as programs print it or as they cut it from a longer one. */
interface PeoplePath {
  readonly path: string;
  /** Velocity that makes the path in the console or web client; `$id` is the id in the path, safe in an address. */
  readonly target: string;
  readonly setId?: string;
  /** The console has it, and no other web client. */
  readonly isOfConsole?: boolean;
}

const CONVERSATION = 'conversation_id';

/** The command-line client prints the second; settings are where web clients have theirs. */
const peoplePaths: readonly PeoplePath[] = [
  { path: '/', target: '/' },
  {
    path: `/conversations/{${CONVERSATION}}`,
    target: '/conversations/$id',
    // Nothing of a request is in an answer but this, and in it only what can neither end nor extend the address.
    setId: `#set($id=$util.urlEncode($input.params("${CONVERSATION}")))`,
  },
  { path: '/settings', target: '/settings' },
  { path: '/settings/{page+}', target: '/settings' },
  { path: '/docs', target: '/reference', isOfConsole: true },
];

/** The variable of the API's stage with the console's address: the document itself must not refer to it. */
export const CONSOLE_URL = 'consoleUrl';

/** The paths that people open in a browser. */
export function pathsForPeople(settings: Settings, share: ShareText): Readonly<Record<string, OpenApiPath>> {
  const programs = answerToPrograms(settings);
  const pathOf = (people: PeoplePath): OpenApiPath => {
    const answer = answerToPeople(people, settings);
    const choice = choiceOf(answer, programs);
    const open = { ...parametersOf(people.path), security: [] };
    return {
      get: { ...open, ...fixedMethod([answer, programs], share, choice) },
      head: { ...open, ...fixedMethod([withoutBody(answer), withoutBody(programs)], share, choice) },
      'x-amazon-apigateway-any-method': { ...open, ...fallbackMethod(people.path, ['GET', 'HEAD'], settings, share) },
    };
  };
  return Object.fromEntries(peoplePaths.map((people) => [people.path, pathOf(people)]));
}

/** As the answers of functions have them. */
const common = ({ allowedOrigins }: Pick<Settings, 'allowedOrigins'>) => ({
  'Cache-Control': quoted('no-store'),
  'Access-Control-Expose-Headers': quoted(exposedHeaders.join(', ')),
  ...allQuoted(securityHeaders),
  ...originHeaders(allowedOrigins),
  'X-Request-Id': 'context.requestId',
});

/** Leads people to where the settings say, or to a page that says what this address is. */
function answerToPeople(people: PeoplePath, settings: Settings): FixedAnswer {
  const { path, target, setId = '' } = people;
  const origin = chooseOrigin(settings.allowedOrigins);
  const home = homeOf(people, settings);
  if (home !== undefined) {
    const location = `#set($context.responseOverride.header.Location="${home}${target}")`;
    return { status: 302, headers: common(settings), further: `${setId}${location}${origin}`, body: '' };
  }
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    headers: { ...common(settings), 'Content-Security-Policy': quoted(peoplePagePolicy) },
    further: origin,
    body: peoplePage(path),
  };
}

/** Velocity of the address, without a slash at its end, to which people are led; undefined where there is none. */
function homeOf({ isOfConsole = false }: PeoplePath, { webUrl, console }: Settings): string | undefined {
  if (webUrl !== undefined && !isOfConsole) return webUrl.replace(/\/$/, '');
  return console ? `$stageVariables.${CONSOLE_URL}` : undefined;
}

/** For a program that takes JSON alone: here is nothing for it. */
function answerToPrograms(settings: Settings): FixedAnswer {
  return {
    status: 404,
    contentType: PROBLEM_CONTENT_TYPE,
    headers: common(settings),
    further: chooseOrigin(settings.allowedOrigins),
    body: JSON.stringify(problem('not_found', 'no such route', '$context.requestId')),
  };
}

/** Mapping template that chooses between the two. Over HTTP/2 the header's name is in lower case. */
function choiceOf({ status }: FixedAnswer, programs: FixedAnswer): string {
  return [
    '#set($accept = $input.params().header.get("Accept"))',
    '#if($accept == "") #set($accept = $input.params().header.get("accept")) #end',
    '#if($accept == "application/json" || $accept == "application/problem+json")',
    JSON.stringify({ statusCode: programs.status }),
    '#else',
    JSON.stringify({ statusCode: status }),
    '#end',
  ].join('\n');
}
