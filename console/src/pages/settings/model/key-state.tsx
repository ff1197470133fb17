import { Badge } from '../../../ui/badge.tsx';

/** All that can be seen of a key to a model. */
export function KeyState({ isSet }: { readonly isSet: boolean }) {
  return <Badge tone={isSet ? 'good' : 'plain'}>{isSet ? 'Set' : 'Not set'}</Badge>;
}
