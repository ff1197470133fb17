/** The template holds something that this machine cannot stand in for; the message names it. */
export class AssemblyError extends Error {
  constructor(where: string, problem: string, expression?: unknown) {
    super(`${where}: ${problem}${expression === undefined ? '' : ` in ${shorten(JSON.stringify(expression))}`}`);
    this.name = 'AssemblyError';
  }
}

function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
