import { localPeople, localRoles } from './people.ts';

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; display: grid; min-height: 100vh; place-items: center;
  background: light-dark(#f6f7f9, #0b0d12); color: light-dark(#14171f, #eceff4); }
main { width: min(26rem, calc(100vw - 4rem)); padding: 2rem; border-radius: 12px; background: light-dark(#fff, #12151c);
  border: 1px solid light-dark(#dfe3e9, #272c37); }
h1 { font-size: 1.25rem; margin: 0 0 .25rem; }
p { margin: 0 0 1rem; color: light-dark(#505869, #a5adbb); }
p.problem { color: light-dark(#b01e2e, #ff8f99); }
button, input { font: inherit; width: 100%; box-sizing: border-box; border-radius: 8px; padding: .6rem .8rem; margin: 0 0 .5rem;
  border: 1px solid light-dark(#868e9c, #5d6575); background: transparent; color: inherit; text-align: left; }
button { cursor: pointer; }
button:focus-visible, input:focus-visible, summary:focus-visible { outline: 3px solid light-dark(#4338ca, #a5a8ff); }
button small { display: block; color: light-dark(#505869, #a5adbb); }
label { display: block; font-size: .9rem; }
details { margin-top: 1rem; }
summary { cursor: pointer; margin-bottom: .75rem; }
`;

/** A page of the local provider. It has no script. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
<body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`;
}

/** The page on which someone chooses who to be. */
export function loginPage({
  hint,
  problem,
}: {
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
}): string {
  const people = localPeople
    .map(
      ({ sub, name, email, groups }) =>
        `<button name="person" value="${escaped(sub)}">${escaped(name)}<small>${escaped(email)} · ${groups.map(roleOf).join(', ')}</small></button>`,
    )
    .join('\n');
  const said = problem === undefined ? '' : `<p class="problem" role="alert">${escaped(problem)}</p>`;
  const isOpen = problem !== undefined || hint !== undefined ? ' open' : '';
  return page(
    'Sign in to the local service',
    `<p>This provider is for development on this machine. It asks for no password.</p>${said}
<form method="post">${people}</form>
<details${isOpen}><summary>Someone else</summary>
<form method="post">
<label>Mail address <input name="email" type="email" required value="${escaped(hint ?? '')}" placeholder="joan@acme.example"></label>
<label>Groups <input name="groups" placeholder="${Object.keys(localRoles).join(' ')}"></label>
<button>Sign in</button>
</form></details>`,
  );
}

function roleOf(group: string): string {
  return Object.entries(localRoles).find(([name]) => name === group)?.[1] ?? group;
}

/** Text as markup. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
