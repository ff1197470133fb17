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
          Give an agent a task. It works in its own sandbox while you watch, and its files are kept when the sandbox is
          paused. Running sandboxes, spend and failures then appear here.
        </p>
        {can('POST /api/v1/app-conversations') && (
          <div className="w-full max-w-2xl">
            <StartForm />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          {can('GET /api/keys') && (
            <Link className={buttonClasses('secondary')} to="/keys">
              Create API keys
            </Link>
          )}
          <a className={buttonClasses('secondary')} href="/reference">
            API reference
          </a>
        </div>
      </div>
    </Card>
  );
}
