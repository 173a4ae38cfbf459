import { useBlocker, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';

interface Unsaved {
  /** Whether leaving would lose something; may try to save it first. */
  isLosing: () => boolean | Promise<boolean>;
  /** Whether the browser asks before the document is left. */
  onUnload: () => boolean;
}

/** Answers whether the page is left. */
type Answer = (leaves: boolean) => void;

/**
 * Asks before the page is left for another one.
 * @returns what answers the question; null while none is asked
 */
export function useLeaving({ isLosing, onUnload }: Unsaved): Answer | null {
  const router = useRouter();
  const [own] = useState(() => router.latestLocation.pathname);
  const [answer, setAnswer] = useState<Answer | null>(null);
  // The step that is not decided yet.
  const open = useRef<{ isPop: boolean } | null>(null);
  useBlocker({
    enableBeforeUnload: onUnload,
    shouldBlockFn: async ({ current, next, action }) => {
      const isPop = action !== 'PUSH' && action !== 'REPLACE';
      // Going back has changed the address already: what is added to the history there would be out of order.
      if (!isPop && open.current?.isPop) return true;
      const step = { isPop };
      open.current = step;
      setAnswer(null);
      // A screen stays until the next one is loaded, and must not ask about going on from there.
      const isAsked = current.pathname === own && next.pathname !== own && (await isLosing());
      // A later step takes the place of this one, which is neither taken nor taken back.
      if (open.current !== step) return new Promise<boolean>(() => undefined);
      const isLeft = !isAsked || (await new Promise<boolean>((resolve) => setAnswer(() => resolve)));
      open.current = null;
      setAnswer(null);
      return !isLeft;
    },
  });
  return answer;
}
