import type { Shape, StructureShape } from '../../infra/local/models/schema.ts';

/**
 * Converts resource properties to the API input that CloudFormation sends: names begin with a small letter, keys of
 * maps stay unchanged, and references become text.
 */
export function apiInput(properties: Readonly<Record<string, unknown>>, shape: StructureShape): object {
  return Object.fromEntries(
    Object.entries(properties).map(([property, value]) => {
      const name = `${property.charAt(0).toLowerCase()}${property.slice(1)}`;
      const member = shape.members.get(name);
      return member ? [name, sentValue(value, member.shape())] : [name, value];
    }),
  );
}

function sentValue(value: unknown, shape: Shape): unknown {
  if (Array.isArray(value))
    return shape.kind === 'list' ? value.map((part) => sentValue(part, shape.element())) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (isReference(value)) return 'a-reference';
  if (shape.kind === 'structure') return apiInput(value as Record<string, unknown>, shape);
  if (shape.kind !== 'map') return value;
  return Object.fromEntries(Object.entries(value).map(([key, content]) => [key, sentValue(content, shape.value())]));
}

function isReference(value: object): boolean {
  const [key = '', ...others] = Object.keys(value);
  return others.length === 0 && (key === 'Ref' || key.startsWith('Fn::'));
}
