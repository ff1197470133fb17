/** Compiles an IAM pattern, in which `*` stands for any text and `?` for one character. */
function compile(pattern: string, flags: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, flags);
}

/** Action names compare without regard to case. */
export function actionMatcher(pattern: string): (action: string) => boolean {
  const expression = compile(pattern, 'is');
  return (action) => expression.test(action);
}

/** The Resource element of a policy: a wildcard may reach over the colons of an ARN. */
export function resourceMatcher(pattern: string): (resource: string) => boolean {
  const expression = compile(pattern, 's');
  return (resource) => expression.test(resource);
}

/** ArnEquals and ArnLike: the six parts of an ARN are compared one by one, so a wildcard stays within its part. */
export function arnMatcher(pattern: string): (arn: string) => boolean {
  const parts = splitArn(pattern).map((part) => compile(part, 's'));
  return (arn) => {
    const actual = splitArn(arn);
    return actual.length === parts.length && parts.every((part, index) => part.test(actual[index] ?? ''));
  };
}

function splitArn(arn: string): string[] {
  const parts = arn.split(':');
  return parts.length <= 6 ? parts : [...parts.slice(0, 5), parts.slice(5).join(':')];
}
