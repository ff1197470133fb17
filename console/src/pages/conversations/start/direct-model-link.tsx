import { Link } from '@tanstack/react-router';
import { DIRECT_MODEL } from '../../../../../shared/presentation/starts.ts';
import { useCan } from '../../../session/session.ts';
import { buttonClasses } from '../../../ui/button.tsx';

/** Leads from the reason of a failed start to the switch that it names; nothing for other reasons. */
export function DirectModelLink({ reason }: { readonly reason: string | null }) {
  const can = useCan();
  if (!reason?.startsWith(DIRECT_MODEL) || !can('GET /api/v1/settings')) return null;
  return (
    <Link className={buttonClasses('secondary')} search={{ tab: 'model' }} to="/settings">
      Model settings
    </Link>
  );
}
