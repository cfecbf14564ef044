import { useRouter } from 'next/navigation';
import { useEffect, useTransition } from 'react';

/**
 * Loads the page's data again and again. The next time begins only after the last one has finished. Otherwise, they
 * would queue up at a slow server, and the page would show what was true minutes ago.
 * @param pauseMs null: the page stays as it is
 */
export function useRefresh(pauseMs: number | null): void {
  const router = useRouter();
  const [isRefreshing, start] = useTransition();
  useEffect(() => {
    if (isRefreshing || pauseMs === null) return;
    const timer = setTimeout(() => start(() => router.refresh()), pauseMs);
    return () => clearTimeout(timer);
  }, [router, isRefreshing, pauseMs]);
}
