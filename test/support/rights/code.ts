import { relative } from 'node:path';
import ts from 'typescript';
import { root } from '../../architecture/import-graph.ts';
import { rightsIn } from './rights-in.ts';

/** A unit of code that runs as a whole: a function, a method or the initializer of a constant. */
export type Unit = ts.FunctionLikeDeclaration | ts.VariableDeclaration | ts.PropertyDeclaration;

/** A method call on a type that several classes can implement. */
export interface VirtualCall {
  readonly name: string;
  readonly receiver: ts.Type;
}

/** The effects of running a unit. Functions that it creates count as run, methods of classes do not. */
export interface Effects {
  /** Rights, as `sandboxes PutItem` or `workers boot-sandbox`, each with the place where the code uses it. */
  readonly rights: ReadonlyMap<string, string>;
  readonly runs: ReadonlySet<Unit>;
  readonly makes: ReadonlySet<ts.ClassDeclaration>;
  readonly calls: readonly VirtualCall[];
}

/** The product's code, analyzed by the TypeScript compiler. */
export class Code {
  readonly checker: ts.TypeChecker;
  readonly #program: ts.Program;
  readonly #effects = new Map<Unit, Effects>();
  readonly #fits = new Map<ts.ClassDeclaration, Map<ts.Type, boolean>>();

  constructor(files: readonly string[]) {
    const { config } = ts.readConfigFile(`${root}/tsconfig.json`, (path) => ts.sys.readFile(path));
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    this.#program = ts.createProgram([...files], { ...options, noEmit: true, incremental: false });
    this.checker = this.#program.getTypeChecker();
  }

  /** Everything that runs when a function's file is loaded and its handler is called. */
  handlerOf(path: string): Unit {
    const source = this.#program.getSourceFile(`${root}/${path}`);
    for (const statement of source?.statements ?? []) {
      if (ts.isFunctionDeclaration(statement) && statement.name?.text === 'handler') return statement;
      if (!ts.isVariableStatement(statement)) continue;
      const found = statement.declarationList.declarations.find(({ name }) => name.getText() === 'handler');
      if (found) return found;
    }
    throw new Error(`${path} exports no handler`);
  }

  effectsOf(unit: Unit): Effects {
    const known = this.#effects.get(unit);
    if (known) return known;
    const effects = new Visit(this, unit).effects;
    this.#effects.set(unit, effects);
    return effects;
  }

  /** Whether a value of this type can be an instance of the class. */
  fits(one: ts.ClassDeclaration, type: ts.Type): boolean {
    const known = this.#fits.get(one) ?? new Map<ts.Type, boolean>();
    this.#fits.set(one, known);
    // An object of a subclass fits `this` of a generic base class, whatever its type parameters are.
    const isSubclass = this.lineOf(one).some((each) => each === type.symbol?.valueDeclaration);
    const fits = known.get(type) ?? (isSubclass || this.checker.isTypeAssignableTo(this.#instanceOf(one), type));
    known.set(type, fits);
    return fits;
  }

  /** The code of a member of a class, its own or inherited. */
  memberOf(one: ts.ClassDeclaration, name: string): Unit | undefined {
    for (const each of this.lineOf(one)) {
      const found = each.members.find((member) => member.name?.getText() === name && isUnit(member));
      if (found && isUnit(found) && hasBody(found)) return found;
    }
    return undefined;
  }

  /** The class and its base classes. */
  lineOf(one: ts.ClassDeclaration): readonly ts.ClassDeclaration[] {
    const [heritage] = (one.heritageClauses ?? []).filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
    const base = heritage?.types[0] && this.declarationsOf(heritage.types[0].expression).find(ts.isClassDeclaration);
    return base && isOurs(base) ? [one, ...this.lineOf(base)] : [one];
  }

  /** What runs when the class is instantiated: its constructor and property initializers. */
  initializersOf(one: ts.ClassDeclaration): readonly Unit[] {
    return one.members.filter((member) => ts.isConstructorDeclaration(member) || ts.isPropertyDeclaration(member));
  }

  declarationsOf(node: ts.Node): readonly ts.Declaration[] {
    let symbol =
      ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node
        ? this.checker.getShorthandAssignmentValueSymbol(node.parent)
        : this.checker.getSymbolAtLocation(node);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = this.checker.getAliasedSymbol(symbol);
    return symbol?.declarations ?? [];
  }

  #instanceOf(one: ts.ClassDeclaration): ts.Type {
    const symbol = one.name && this.checker.getSymbolAtLocation(one.name);
    if (!symbol) throw new Error('a class without a name');
    return this.checker.getDeclaredTypeOfSymbol(symbol);
  }
}

class Visit {
  readonly effects: Effects;
  readonly #code: Code;
  readonly #rights = new Map<string, string>();
  readonly #runs = new Set<Unit>();
  readonly #makes = new Set<ts.ClassDeclaration>();
  readonly #calls: VirtualCall[] = [];

  constructor(code: Code, unit: Unit) {
    this.#code = code;
    this.effects = { rights: this.#rights, runs: this.#runs, makes: this.#makes, calls: this.#calls };
    ts.forEachChild(unit, (node) => this.#visit(node));
  }

  #visit(node: ts.Node): void {
    if (ts.isTypeNode(node) || ts.isClassLike(node)) return;
    for (const right of rightsIn(node, this.#code.checker)) this.#rights.set(right, placeOf(node));
    if (ts.isNewExpression(node)) this.#make(node);
    else if (ts.isPropertyAccessExpression(node)) this.#access(node);
    else if (ts.isIdentifier(node) && !isNameOnly(node)) this.#refer(node);
    ts.forEachChild(node, (child) => this.#visit(child));
  }

  #make(node: ts.NewExpression): void {
    for (const made of this.#code.declarationsOf(node.expression))
      if (ts.isClassDeclaration(made) && isOurs(made)) this.#makes.add(made);
  }

  #refer(node: ts.Identifier): void {
    for (const declaration of this.#code.declarationsOf(node)) {
      if (!isOurs(declaration)) continue;
      if (ts.isFunctionDeclaration(declaration)) this.#runs.add(declaration);
      if (ts.isVariableDeclaration(declaration) && isOfFile(declaration)) this.#runs.add(declaration);
    }
  }

  #access(node: ts.PropertyAccessExpression): void {
    for (const declaration of this.#code.declarationsOf(node.name)) {
      if (!isOurs(declaration)) continue;
      if (ts.isClassDeclaration(declaration.parent) && isUnit(declaration)) this.#useMember(node, declaration);
      else if (ts.isMethodSignature(declaration) || ts.isPropertySignature(declaration)) this.#call(node);
    }
  }

  #useMember(node: ts.PropertyAccessExpression, member: Unit): void {
    const isFixed =
      ts.isPrivateIdentifier(node.name) ||
      node.expression.kind === ts.SyntaxKind.SuperKeyword ||
      (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0;
    if (isFixed) this.#runs.add(member);
    else this.#call(node);
  }

  #call(node: ts.PropertyAccessExpression): void {
    const { checker } = this.#code;
    const receiver = checker.getNonNullableType(checker.getTypeAtLocation(node.expression));
    const type = checker.getNonNullableType(checker.getTypeAtLocation(node));
    if (type.getCallSignatures().length === 0) return;
    this.#calls.push({ name: node.name.text, receiver: checker.getBaseConstraintOfType(receiver) ?? receiver });
  }
}

function isOurs(node: ts.Node): boolean {
  const { fileName, isDeclarationFile } = node.getSourceFile();
  return !isDeclarationFile && !fileName.includes('/node_modules/');
}

function isOfFile(declaration: ts.VariableDeclaration): boolean {
  return ts.isSourceFile(declaration.parent.parent.parent);
}

function isUnit(node: ts.Node): node is Unit {
  return ts.isFunctionLike(node) || ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node);
}

function hasBody(unit: Unit): boolean {
  return 'body' in unit ? unit.body !== undefined : 'initializer' in unit && unit.initializer !== undefined;
}

/** Whether the identifier is a name and not a reference. */
function isNameOnly(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) return parent.name === node;
  return false;
}

function placeOf(node: ts.Node): string {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return `${relative(root, source.fileName)}:${line + 1}`;
}
