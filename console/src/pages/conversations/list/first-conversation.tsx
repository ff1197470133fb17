import { Card } from '../../../ui/card.tsx';
import { StartForm } from '../start/start-form.tsx';

/** In the place of the list while there is nothing to list: the first conversation is one message away. */
export function FirstConversation() {
  return (
    <div className="w-full max-w-2xl">
      <Card title="Start your first conversation">
        <StartForm />
      </Card>
    </div>
  );
}
