import { readState } from '../../src/pages/conversations/events/model/state-content.ts';
import type { Output, Style } from '../output/output.ts';
import { oneLine, plain, shortened } from '../output/plain.ts';
import { type KeptEvent, kindOf, textAt, timeOf, valueAt, wordsOf } from './kept-event.ts';

/** What an event says to people: a mark, and a text that may be shortened to one line unless it is a message. */
interface Said {
  readonly mark: string;
  readonly text: string;
  readonly style?: Style;
  readonly isMessage?: boolean;
}

/** An event for people. On a terminal all but messages take one line of it. */
export function eventLine(event: KeptEvent, out: Output, columns: number | undefined): string {
  const { mark, text, style = 'reset', isMessage = false } = sayingOf(event);
  const time = clock(timeOf(event), out.utc);
  const head = `${time}  ${mark} `;
  const body = isMessage ? plain(text).replaceAll('\n', `\n${' '.repeat(head.length)}`) : oneLine(text);
  const fitting = isMessage || columns === undefined ? body : shortened(body, columns - head.length);
  return `${out.paint('gray', time)}  ${out.paint(style, mark)} ${isMessage ? fitting : out.paint(style, fitting)}`;
}

function sayingOf(event: KeptEvent): Said {
  const kind = kindOf(event);
  const name = textAt(event, 'tool_name');
  switch (kind) {
    case 'MessageEvent':
      return message(event);
    case 'ActionEvent':
      return { mark: '▸', text: `${name}: ${actionText(event)}`, style: 'cyan' };
    case 'ObservationEvent':
      return observation(event);
    case 'UserRejectObservation':
      return { mark: '✗', text: `rejected: ${textAt(event, 'rejection_reason')}`, style: 'yellow' };
    case 'AgentErrorEvent':
      return { mark: '✗', text: `${name}: ${textAt(event, 'error')}`, style: 'red' };
    case 'ConversationErrorEvent':
    case 'ServerErrorEvent':
      return { mark: '✗', text: `${textAt(event, 'code')}: ${textAt(event, 'detail')}`, style: 'red' };
    case 'ConversationStateUpdateEvent':
      return { mark: '·', text: textAt(readState(event), 'text'), style: 'gray' };
    default:
      return { mark: '·', text: kind, style: 'gray' };
  }
}

function message(event: KeptEvent): Said {
  const isUser = textAt(event, 'source') === 'user';
  return {
    mark: isUser ? 'user ' : 'agent',
    text: wordsOf(valueAt(event, 'llm_message', 'content')),
    style: isUser ? 'green' : 'bold',
    isMessage: true,
  };
}

/** The command, the path or else all of the arguments. */
function actionText(event: KeptEvent): string {
  const action = valueAt(event, 'action');
  return textAt(action, 'command') || textAt(action, 'path') || textAt(event, 'tool_call', 'arguments');
}

function observation(event: KeptEvent): Said {
  const result = valueAt(event, 'observation');
  const code = valueAt(result, 'exit_code');
  const isError = valueAt(result, 'is_error') === true || (typeof code === 'number' && code !== 0);
  const ended = typeof code === 'number' ? `exit ${code}  ` : '';
  return {
    mark: isError ? '✗' : '✓',
    text: `${ended}${wordsOf(valueAt(result, 'content'))}`,
    style: isError ? 'red' : 'gray',
  };
}

function clock(time: Date, isUtc: boolean): string {
  if (Number.isNaN(time.getTime())) return '--:--:--';
  return isUtc ? `${time.toISOString().slice(0, 19)}Z` : time.toTimeString().slice(0, 8);
}
