/** The synthesised template holds something that this machine cannot stand in for. The message names the place and the expression. */
export class AssemblyError extends Error {
  constructor(where: string, problem: string, expression?: unknown) {
    super(`${where}: ${problem}${expression === undefined ? '' : ` in ${shorten(JSON.stringify(expression))}`}`);
    this.name = 'AssemblyError';
  }
}

function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
