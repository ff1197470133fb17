interface Named {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
}

/** How a person is named. */
export const nameOf = ({ name, email, id }: Named): string => name ?? email ?? id;

/**
 * Stands for a person. Their picture is not shown: the policy of the page loads no image of another origin, whose host
 * would learn who uses the console and when.
 */
export function Initials({ name }: { readonly name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-[0.65rem] text-accent"
    >
      {initialsOf(name)}
    </span>
  );
}

/** The first letters of the first and the last part of a name or a mail address. */
function initialsOf(name: string): string {
  const parts = (name.split('@')[0] ?? '').split(/[\s._-]+/).filter((part) => part !== '');
  const [first = '?', last = ''] = parts.length > 1 ? [parts[0], parts.at(-1)] : parts;
  return [first, last]
    .map((part) => [...(part ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
