import ts from 'typescript';

export const LINE_WIDTH = 120;

/** Lines over the width, except those with a long literal or a comment without spaces. */
export function breakableLongLines(file: string, source: string): readonly number[] {
  const lines = source.split('\n');
  const long = lines.flatMap((line, index) => (line.length > LINE_WIDTH ? [index] : []));
  if (long.length === 0) return [];
  const literals = linesOfLiterals(ts.createSourceFile(file, source, ts.ScriptTarget.Latest));
  return long.filter((index) => !literals.has(index) && !isOneWord(lines[index] ?? '')).map((index) => index + 1);
}

function isOneWord(line: string): boolean {
  return /^\s*(\*|\/\/|\/\*\*)\s+\S+(\s+\*\/)?$/.test(line);
}

function linesOfLiterals(file: ts.SourceFile): ReadonlySet<number> {
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateExpression(node)) {
      const [first, last] = [node.getStart(file), node.getEnd()].map(
        (at) => file.getLineAndCharacterOfPosition(at).line,
      );
      for (let line = first ?? 0; line <= (last ?? 0); line += 1) lines.add(line);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lines;
}
