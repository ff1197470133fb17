import { Script } from 'node:vm';
import ts from 'typescript';

/** A module that a function imports, and its local name. */
interface EdgeImport {
  readonly name: string;
  readonly module: EdgeModule;
}

/** A function's code that uses only what CloudFront's runtime 2.0 documents. */
interface EdgeCode {
  readonly imports: readonly EdgeImport[];
  /** The code with blanks in place of its imports, so that lines and columns stay the same. */
  readonly body: string;
}

/** CloudFront's limit for a function's code, in bytes. */
export const CODE_LIMIT = 10_240;

/** The modules of CloudFront that this edge offers. It has no `buffer` and no `querystring`. */
const modules = ['cloudfront', 'crypto'] as const;
type EdgeModule = (typeof modules)[number];

/**
 * Reads a function's code with the checks that CloudFront makes when a function is created.
 *
 * @throws SyntaxError with the line of syntax that runtime 2.0 does not document, and for code over the limit
 */
export function readCode(code: string): EdgeCode {
  const size = Buffer.byteLength(code);
  if (size > CODE_LIMIT) throw new SyntaxError(`the function has ${size} bytes; CloudFront takes ${CODE_LIMIT}`);
  const file = ts.createSourceFile('function.js', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const imports = file.statements.filter(ts.isImportDeclaration);
  const body = imports.reduce((text, node) => blank(text, node.getStart(file), node.getEnd()), code);
  // Node's parser reports code that is not JavaScript at all.
  new Script(`'use strict';${body}`, { filename: file.fileName });
  checkSyntax(file, file);
  if (!file.statements.some((node) => ts.isFunctionDeclaration(node) && node.name?.text === 'handler'))
    throw new SyntaxError("the function at the edge has no function 'handler'");
  return { imports: imports.map((node) => readImport(node, file)), body };
}

function blank(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(from, to).replace(/[^\n]/g, ' ') + text.slice(to);
}

function readImport(node: ts.ImportDeclaration, file: ts.SourceFile): EdgeImport {
  const { importClause, moduleSpecifier } = node;
  const module = modules.find((name) => ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === name);
  if (!module) return refuse(`the module ${moduleSpecifier.getText(file)}, or this edge does not offer it`, node, file);
  if (!importClause?.name || importClause.namedBindings) return refuse('an import without one name', node, file);
  return { name: importClause.name.text, module };
}

/** Refuses whatever is not documented, including syntax that TypeScript learns later. */
function checkSyntax(node: ts.Node, file: ts.SourceFile): void {
  ts.forEachChild(node, (child) => {
    if (!documented.has(child.kind) && !isOperatorOf(node, child)) refuse(ts.SyntaxKind[child.kind], child, file);
    const fault = faultOf(child);
    if (fault) refuse(fault, child, file);
    checkSyntax(child, file);
  });
}

function refuse(what: string, node: ts.Node, file: ts.SourceFile): never {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
  throw new SyntaxError(`the runtime 2.0 of CloudFront's functions does not document ${what} (line ${line + 1})`);
}

function isOperatorOf(parent: ts.Node, child: ts.Node): boolean {
  const isOperator = ts.isBinaryExpression(parent) && child === parent.operatorToken;
  return isOperator && operators.has(ts.tokenToString(child.kind) ?? '');
}

/** The undocumented part of a node whose kind is documented. */
function faultOf(node: ts.Node): string | undefined {
  if (ts.isParameter(node)) return parameterFault(node);
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return callFault(node);
  if (ts.isCatchClause(node) && !node.variableDeclaration) return 'catch without a name';
  if (ts.isBinaryExpression(node) && isPattern(node.left) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return 'destructuring';
  if (ts.isForInStatement(node) && isPattern(node.initializer)) return 'destructuring';
  if (ts.isIdentifier(node) && node.text === 'eval') return 'eval';
  if (ts.isFunctionLike(node)) return functionFault(node);
  return undefined;
}

function parameterFault({ initializer, dotDotDotToken, parent }: ts.ParameterDeclaration): string | undefined {
  if (initializer) return 'default parameters';
  if (!dotDotDotToken && parent.parameters.hasTrailingComma) return 'a comma after the last parameter';
  return undefined;
}

function callFault({ expression, arguments: given }: ts.CallExpression | ts.NewExpression): string | undefined {
  if (expression.kind === ts.SyntaxKind.ImportKeyword) return 'dynamic import';
  if (given?.hasTrailingComma) return 'a comma after the last argument';
  return given?.some(awaits) ? 'await in an argument' : undefined;
}

function functionFault(node: ts.SignatureDeclaration): string | undefined {
  const isAsync = ts.canHaveModifiers(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
  return isAsync && node.parent.kind !== ts.SyntaxKind.SourceFile ? 'an async closure' : undefined;
}

function awaits(node: ts.Node): boolean {
  return ts.isAwaitExpression(node) || (!ts.isFunctionLike(node) && ts.forEachChild(node, awaits) === true);
}

function isPattern({ kind }: ts.Node): boolean {
  return kind === ts.SyntaxKind.ArrayLiteralExpression || kind === ts.SyntaxKind.ObjectLiteralExpression;
}

/** Nodes of ES 5.1, and of later versions const, let, async, await, arrow functions, rest parameters and templates. */
const documented: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EndOfFileToken,
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ImportClause,
  ts.SyntaxKind.Identifier,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateExpression,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateSpan,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
  ts.SyntaxKind.TrueKeyword,
  ts.SyntaxKind.FalseKeyword,
  ts.SyntaxKind.NullKeyword,
  ts.SyntaxKind.ThisKeyword,
  ts.SyntaxKind.VariableStatement,
  ts.SyntaxKind.VariableDeclarationList,
  ts.SyntaxKind.VariableDeclaration,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.ArrowFunction,
  ts.SyntaxKind.EqualsGreaterThanToken,
  ts.SyntaxKind.Parameter,
  ts.SyntaxKind.DotDotDotToken,
  ts.SyntaxKind.AsyncKeyword,
  ts.SyntaxKind.AwaitExpression,
  ts.SyntaxKind.Block,
  ts.SyntaxKind.ExpressionStatement,
  ts.SyntaxKind.EmptyStatement,
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.ContinueStatement,
  ts.SyntaxKind.BreakStatement,
  ts.SyntaxKind.ReturnStatement,
  ts.SyntaxKind.SwitchStatement,
  ts.SyntaxKind.CaseBlock,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.DefaultClause,
  ts.SyntaxKind.LabeledStatement,
  ts.SyntaxKind.ThrowStatement,
  ts.SyntaxKind.TryStatement,
  ts.SyntaxKind.CatchClause,
  ts.SyntaxKind.ArrayLiteralExpression,
  ts.SyntaxKind.OmittedExpression,
  ts.SyntaxKind.ObjectLiteralExpression,
  ts.SyntaxKind.PropertyAssignment,
  ts.SyntaxKind.GetAccessor,
  ts.SyntaxKind.SetAccessor,
  ts.SyntaxKind.PropertyAccessExpression,
  ts.SyntaxKind.ElementAccessExpression,
  ts.SyntaxKind.CallExpression,
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.ParenthesizedExpression,
  ts.SyntaxKind.DeleteExpression,
  ts.SyntaxKind.TypeOfExpression,
  ts.SyntaxKind.VoidExpression,
  ts.SyntaxKind.PrefixUnaryExpression,
  ts.SyntaxKind.PostfixUnaryExpression,
  ts.SyntaxKind.BinaryExpression,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.QuestionToken,
  ts.SyntaxKind.ColonToken,
]);

/** Operators between two values: those of ES 5.1, and `**`. */
const operators = new Set(
  (
    '= += -= *= /= %= <<= >>= >>>= &= |= ^= , || && | ^ & == != === !== < > <= >= instanceof in << >> >>> ' +
    '+ - * / % **'
  ).split(' '),
);
