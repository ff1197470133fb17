import { Link } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { useCan } from '../../session/session.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { StartForm } from '../conversations/start/start-form.tsx';

/** For an owner who has nothing yet: a first conversation is one message away. */
export function Welcome() {
  const can = useCan();
  return (
    <Card>
      <div className="grid justify-items-start gap-3">
        <MessagesSquare aria-hidden className="size-8 text-accent" />
        <h2 className="font-semibold text-lg">Start your first conversation</h2>
        <p className="max-w-prose text-ink-soft">
          Give an agent a task. It gets a sandbox of its own, you see what it does as it happens, and its files are kept
          when it is paused. What runs, what it costs and what goes wrong then appears here.
        </p>
        {can('POST /api/v1/app-conversations') && (
          <div className="w-full max-w-2xl">
            <StartForm />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          {can('GET /api/keys') && (
            <Link className={buttonClasses('secondary')} to="/keys">
              Make keys for programs
            </Link>
          )}
          <a className={buttonClasses('secondary')} href="/reference">
            Read the reference
          </a>
        </div>
      </div>
    </Card>
  );
}
