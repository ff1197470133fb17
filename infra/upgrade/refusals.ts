import type { TableDigest, TemplateDigest } from './template-digest.ts';

/** What CloudFormation would refuse of an update, or what would lose rows. One sentence each, with what to do. */
export function refusals(before: TemplateDigest, after: TemplateDigest): readonly string[] {
  return [
    ...Object.entries(before.tables).flatMap(([place, table]) => tableRefusals(place, table, after.tables[place])),
    ...retainedRefusals(before, after),
    ...exportRefusals(before, after),
    ...nameRefusals(before, after),
  ];
}

const TWO_RELEASES = 'Add the new index in one release, and remove the old one in the next.';

function tableRefusals(place: string, before: TableDigest, after: TableDigest | undefined): readonly string[] {
  // A table that is gone is one of the retained resources.
  if (after === undefined) return [];
  if (before.keys !== after.keys || before.localIndexes !== after.localIndexes) {
    return [
      `${place}: other keys or local indexes replace the table by an empty one. Make a table with another name, and copy the rows.`,
    ];
  }
  if (before.stream !== after.stream && before.stream !== undefined && after.stream !== undefined) {
    return [
      `${place}: DynamoDB cannot change its stream from ${before.stream} to ${after.stream}, and a new stream would have another ARN than the one in use. Make a table with another name, and copy the rows.`,
    ];
  }
  const names = [...new Set([...Object.keys(before.indexes), ...Object.keys(after.indexes)])];
  const changed = names.filter((name) => before.indexes[name] !== after.indexes[name]);
  const redefined = changed.filter((name) => name in before.indexes && name in after.indexes);
  if (redefined.length > 0) {
    return [
      `${place}: DynamoDB cannot change the index ${redefined.join(', ')}. Name the new one otherwise. ${TWO_RELEASES}`,
    ];
  }
  if (changed.length < 2) return [];
  return [
    `${place}: DynamoDB creates or deletes one index of a table in an update, not ${changed.length} (${changed.join(', ')}). ${TWO_RELEASES}`,
  ];
}

function retainedRefusals(before: TemplateDigest, after: TemplateDigest): readonly string[] {
  return Object.entries(before.retained)
    .filter(([place, type]) => after.retained[place] !== type)
    .map(
      ([place, type]) =>
        `${place}: the ${type} would leave its stack with all that is in it, and the service would go on with an empty one. Keep its logical id, its type, its name and its DeletionPolicy.`,
    );
}

/** The stack with the export is deployed first, while other stacks still use the former value. */
function exportRefusals(before: TemplateDigest, after: TemplateDigest): readonly string[] {
  return before.imports
    .filter((name) => before.exports[name] !== undefined && before.exports[name] !== after.exports[name])
    .map(
      (name) =>
        `${name}: this export is in use, so that it cannot ${name in after.exports ? 'change' : 'be removed'}. Keep it for one release after its last use (exportForGood).`,
    );
}

/** A resource is created before the one of that name that it follows is deleted. */
function nameRefusals(before: TemplateDigest, after: TemplateDigest): readonly string[] {
  return Object.entries(before.names)
    .filter(([name, place]) => after.names[name] !== undefined && after.names[name] !== place)
    .map(
      ([name, place]) =>
        `${name}: the name is taken by ${place} when CloudFormation makes ${after.names[name]}. Keep the logical id and the stack, or choose another name.`,
    );
}
