import { RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Port } from './port-queries.ts';
import { titleOf } from './port-words.ts';

interface Props {
  readonly port: Port;
  readonly url: string;
  readonly onClose: () => void;
}

/** An app in a frame of its own origin. It can neither read this page nor lead it elsewhere. */
export function PortPreview({ port, url, onClose }: Props) {
  const [attempt, setAttempt] = useState(0);
  return (
    <Card
      actions={
        <span className="flex gap-1">
          <Button icon={RotateCw} onClick={() => setAttempt(attempt + 1)} variant="quiet">
            Reload
          </Button>
          <Button icon={X} onClick={onClose} variant="quiet">
            Hide
          </Button>
        </span>
      }
      title={`Preview of ${titleOf(port)}`}
    >
      <iframe
        className="h-96 w-full rounded-lg border border-line bg-white"
        key={`${port.id} ${attempt}`}
        referrerPolicy="no-referrer"
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
        src={url}
        title={`App on port ${port.port}`}
      />
    </Card>
  );
}
