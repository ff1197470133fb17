export type Level = 'debug' | 'info' | 'warn' | 'error';

/** Writes one line about what `source` (a function, or a part of the local cloud) did. */
export type LocalLog = (source: string, level: Level, message: string) => void;

interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

const colours: Readonly<Record<Level, string>> = { debug: '90', info: '32', warn: '33', error: '31' };
const SOURCE_WIDTH = 20;

/** Log lines for people, in colour on a terminal unless NO_COLOR is set. */
export function createLog(output: Output, environment: Readonly<Record<string, string | undefined>> = {}): LocalLog {
  const coloured = output.isTTY === true && !environment.NO_COLOR;
  const paint = (code: string, text: string): string => (coloured ? `\u001B[${code}m${text}\u001B[0m` : text);
  return (source, level, message) => {
    const time = paint('90', timeOfDay(new Date()));
    const head = `${time} ${paint('36', source.padEnd(SOURCE_WIDTH))} ${paint(colours[level], level.padEnd(5))}`;
    // Further lines, such as those of a stack, are indented.
    output.write(`${head} ${message.trimEnd().replaceAll('\n', '\n    ')}\n`);
  };
}

/** The source of lines about `npm start` itself. */
export const LOCAL = 'local';

/** How an authorizer tells API Gateway that a credential is not valid. The runtime logs it as an error, as on AWS. */
const UNAUTHORIZED = /\berrorMessage=Unauthorized$/m;

/** What a terminal shows of a log: what `npm start` itself does, and failures of any part. A 401 is none. */
export function briefly(log: LocalLog): LocalLog {
  return (source, level, message) => {
    if (source === LOCAL || (level === 'error' && !UNAUTHORIZED.test(message))) log(source, level, message);
  };
}

/** Writes each line to both logs. */
export function both(first: LocalLog, second: LocalLog): LocalLog {
  return (...line) => {
    first(...line);
    second(...line);
  };
}

function timeOfDay(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const milliseconds = String(date.getMilliseconds()).padStart(3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${milliseconds}`;
}
