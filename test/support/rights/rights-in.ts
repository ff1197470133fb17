import { basename } from 'node:path';
import ts from 'typescript';

/** DynamoDB actions by command class without `Command`, and by the name of a write in a transaction. */
const actions: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Query: 'Query',
  Scan: 'Scan',
};

/** Platform helpers that send a command for the given table. */
const helpers: Readonly<Record<string, string>> = {
  batchGet: 'BatchGetItem',
  batchGetFrom: 'BatchGetItem',
  getItem: 'GetItem',
  queryPages: 'Query',
  scanPages: 'Scan',
  countPart: 'UpdateItem',
  recountParts: 'UpdateItem',
  keptCounts: 'GetItem',
};

/** Commands of other services. `byFile` has those that depend on the file. */
const others: Readonly<Record<string, string>> = {
  RunTask: 'tasks run',
  RegisterTaskDefinition: 'tasks register',
  DeregisterTaskDefinition: 'tasks register',
  ListTaskDefinitions: 'tasks register',
  StopTask: 'tasks stop',
  DescribeTasks: 'tasks describe',
  ListTasks: 'tasks list',
  DescribeNetworkInterfaces: 'tasks find-address',
  GetLogEvents: 'logs read',
  FilterLogEvents: 'logs search',
  CreateSnapshot: 'disks copy',
  DeleteSnapshot: 'disks copy',
  DescribeSnapshots: 'disks copy',
  DeleteVolume: 'disks delete-volumes',
  DescribeVolumes: 'disks delete-volumes',
  CreateTags: 'disks note-orphans',
  ListSnapshotBlocks: 'disks read-saved',
  GetSnapshotBlock: 'disks read-saved',
  ListChangedBlocks: 'disks compare-saved',
  SendEmail: 'mail send',
  GenerateDataKey: 'vaultKey seal',
  Decrypt: 'vaultKey open',
  GetKey: 'edgeKeys install',
  ListKeys: 'edgeStore write',
};

/** The rights of commands that depend on the file. */
const byFile: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  GetSecretValue: { 'master-keys.ts': 'masterSecret read', 'operator-secret.ts': 'modelSecret read' },
  DescribeKeyValueStore: { 'kvs-edge-keys.ts': 'edgeKeys install', 'kvs-edge-store.ts': 'edgeStore write' },
  UpdateKeys: { 'kvs-edge-keys.ts': 'edgeKeys install', 'kvs-edge-store.ts': 'edgeStore write' },
};

/** The rights that this expression uses */
export function rightsIn(node: ts.Node, checker: ts.TypeChecker): readonly string[] {
  if (ts.isNewExpression(node) || ts.isCallExpression(node)) return rightsOfCall(node);
  if (ts.isElementAccessExpression(node))
    return markOf(checker.getTypeAtLocation(node), '~worker', checker).map((id) => `workers ${id}`);
  if (!ts.isPropertyAccessExpression(node) && !ts.isIdentifier(node)) return [];
  const type = checker.getNonNullableType(checker.getTypeAtLocation(node));
  const worker = markOf(type, '~worker', checker);
  if (worker.length > 0 && isValue(node)) return worker.map((id) => `workers ${id}`);
  const tables = isValue(node) ? markOf(type, '~table', checker) : [];
  const used = tables.length > 0 ? useOf(node, checker) : [];
  return tables.flatMap((table) => used.map((action) => `${table} ${action}`));
}

function rightsOfCall(node: ts.NewExpression | ts.CallExpression): readonly string[] {
  const name = node.expression.getText();
  const [first] = node.arguments ?? [];
  if (/^(requireEnv\w*|optionalEnv)$/.test(name) && first && ts.isStringLiteral(first))
    return [`variables ${first.text}`];
  const command = /^(?:paginate)?(\w+?)(?:Command)?$/.exec(name)?.[1] ?? '';
  const rightsByFile = byFile[command];
  if (rightsByFile) return [rightsByFile[basename(node.getSourceFile().fileName)] ?? `unknown ${name}`];
  const right = /Command$|^paginate/.test(name) ? others[command] : undefined;
  return right === undefined ? [] : [right];
}

/** Names that a type carries (`Table`, `WorkerName`). */
function markOf(type: ts.Type, mark: string, checker: ts.TypeChecker): readonly string[] {
  if (!type.isIntersection()) return [];
  const property = checker.getPropertyOfType(type, mark);
  const marked = property && checker.getNonNullableType(checker.getTypeOfSymbol(property));
  return marked ? literalsOf(marked) : [];
}

function literalsOf(type: ts.Type): readonly string[] {
  const types = type.isUnion() ? type.types : [type];
  return types.flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
}

/** Excludes names of declarations and properties, and the left part of a longer access. */
function isValue(node: ts.Identifier | ts.PropertyAccessExpression): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return false;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  return !ts.isBindingElement(parent) && !ts.isParameter(parent) && !ts.isVariableDeclaration(parent);
}

/** How the surrounding expression uses a table. Nothing if it only passes it on. */
function useOf(node: ts.Identifier | ts.PropertyAccessExpression, checker: ts.TypeChecker): readonly string[] {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) {
    const name = parent.name.getText();
    if (name === 'TableName' || name === 'table') return useOfInput(parent.parent, checker);
    return [];
  }
  if (ts.isComputedPropertyName(parent)) return [notUnderstood(node)];
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return [];
  return useOfArgument(parent, checker);
}

/** A table in the arguments of a helper, directly or nested. */
function useOfArgument(call: ts.CallExpression | ts.NewExpression, checker: ts.TypeChecker): readonly string[] {
  const helper = helpers[call.expression.getText()];
  if (helper !== undefined) return [helper];
  const type = checker.getTypeAtLocation(call);
  if (checker.getPropertyOfType(type, 'countsOf') === undefined) return [];
  const { parent } = call;
  return ts.isCallExpression(parent) || ts.isNewExpression(parent) ? useOfArgument(parent, checker) : [];
}

/** The command of an input, such as `{ TableName, Key }`. */
function useOfInput(input: ts.ObjectLiteralExpression, checker: ts.TypeChecker): readonly string[] {
  const action = actionOf(input, checker);
  if (action === 'counted') return [];
  if (action === undefined) return [notUnderstood(input)];
  if (action !== 'Query') return [action];
  const index = input.properties.find(({ name }) => name?.getText() === 'IndexName' || name?.getText() === 'index');
  if (!index) return ['Query'];
  const value = ts.isPropertyAssignment(index) ? index.initializer : index.name;
  const names = value ? literalsOf(checker.getNonNullableType(checker.getTypeAtLocation(value))) : [];
  return names.length > 0 ? names : [notUnderstood(index)];
}

function actionOf(input: ts.Expression, checker: ts.TypeChecker): string | undefined {
  const { parent } = input;
  if (ts.isParenthesizedExpression(parent) || ts.isSpreadAssignment(parent) || ts.isArrayLiteralExpression(parent))
    return actionOf(ts.isSpreadAssignment(parent) ? parent.parent : parent, checker);
  if (ts.isNewExpression(parent) || ts.isCallExpression(parent)) {
    const name = parent.expression.getText();
    const known = actions[name.replace(/Command$/, '')] ?? helpers[name];
    if (known !== undefined) return known;
  }
  if ((ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent)) && actions[parent.name.getText()])
    return actions[parent.name.getText()];
  const type = checker.getContextualType(input) ?? checker.getTypeAtLocation(input);
  return actionOfType(type, checker);
}

/** By the type of an input. */
function actionOfType(type: ts.Type, checker: ts.TypeChecker): string | undefined {
  if (type.isUnion()) return type.types.map((one) => actionOfType(one, checker)).find((action) => action !== undefined);
  const name = type.aliasSymbol?.name ?? '';
  const command = /^(\w+)CommandInput$/.exec(name)?.[1];
  if (command !== undefined) return actions[command];
  const has = (property: string) => checker.getPropertyOfType(type, property) !== undefined;
  if (has('countsOf')) return 'counted';
  if (has('sort') && has('range')) return 'Query';
  if (has('keys')) return 'BatchGetItem';
  return undefined;
}

/** Matches no stated right, so the test reports the place. */
function notUnderstood(node: ts.Node): string {
  return `[what is done with it in ${node.getText().replaceAll(/\s+/g, ' ')}]`;
}
