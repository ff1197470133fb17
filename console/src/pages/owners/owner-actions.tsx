import { Gauge, KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { Owner } from '../../api/shapes.ts';
import { Button } from '../../ui/button.tsx';
import { NewKeyOnce } from '../keys/made-key.tsx';
import { ChangeLimits } from './change-limits.tsx';
import { OwnerKey } from './owner-key.tsx';

/** What an administrator can do for an owner. */
export function OwnerActions({ owner }: { readonly owner: Owner }) {
  const [asked, setAsked] = useState<'limits' | 'key'>();
  const [key, setKey] = useState<string>();
  const close = (): void => setAsked(undefined);
  return (
    <>
      <Button icon={<Gauge aria-hidden className="size-4" />} onClick={() => setAsked('limits')}>
        Edit limits
      </Button>
      <Button icon={<KeyRound aria-hidden className="size-4" />} onClick={() => setAsked('key')}>
        Create key
      </Button>
      {asked === 'limits' && <ChangeLimits onClose={close} owner={owner} />}
      {asked === 'key' && (
        <OwnerKey
          onClose={close}
          onMade={(made) => {
            close();
            setKey(made);
          }}
          ownerId={owner.id}
        />
      )}
      {key !== undefined && (
        <NewKeyOnce apiKey={key} onClose={() => setKey(undefined)} title={`Key for ${owner.id} created`} />
      )}
    </>
  );
}
