import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
}

/** An event that cannot be drawn takes no other one with it, whatever its agent has put into it. */
export class RowBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <p className="px-2.5 text-ink-soft text-sm">This event cannot be shown. The download has it.</p>;
  }
}
