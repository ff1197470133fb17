import { Link } from '@tanstack/react-router';
import { BookOpenText } from 'lucide-react';
import { useCan } from '../session/session.ts';
import { destinations } from './destinations.ts';

const look =
  'flex items-center gap-2.5 rounded-lg px-2.5 py-2 font-medium text-ink-soft text-sm hover:bg-raised hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent forced-colors:aria-[current=page]:underline [&_svg]:size-4';

/** The way to every page that the key may see. */
export function Navigation({ onChoose }: { readonly onChoose?: () => void }) {
  const can = useCan();
  const offered = destinations.filter((one) => !('needs' in one) || can(one.needs));
  return (
    <nav aria-label="Main">
      <ul className="grid gap-0.5">
        {offered.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              activeOptions={{ exact: to === '/', includeSearch: false }}
              className={look}
              onClick={onChoose}
              to={to}
            >
              <Icon aria-hidden />
              {label}
            </Link>
          </li>
        ))}
        <li>
          {/* A document of its own, with a wider policy for the styles of its viewer. */}
          <a className={look} href="/reference">
            <BookOpenText aria-hidden />
            Reference
          </a>
        </li>
      </ul>
    </nav>
  );
}
