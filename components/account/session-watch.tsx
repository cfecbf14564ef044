'use client';

import { useEffect } from 'react';

/** The channel on which a browser's tabs tell each other about a sign-out. */
const channelName = 'chapterhouse-session';

/**
 * Removes a member's page from the screen after a sign-out in another tab: immediately if tabs can communicate,
 * otherwise when this tab is viewed again or restored from the browser's history.
 * @param waitsForSignOut whether the page is kept if the session has only expired, because the page has a form with
 * typed content
 */
export function SessionWatch({ waitsForSignOut = false }: { waitsForSignOut?: boolean }) {
  useEffect(() => {
    const check = async () => {
      const response = await fetch('/api/auth/session', { cache: 'no-store' }).catch(() => null);
      // Being offline does not mean signed out.
      if (response?.ok !== true || Object.keys(await response.json()).length > 0) return;
      location.replace('/sign-in?signed-out=1');
    };
    const checkSeen = () => {
      if (document.visibilityState === 'visible') void check();
    };
    const checkStored = (event: PageTransitionEvent) => {
      if (event.persisted) void check();
    };
    const channel = new BroadcastChannel(channelName);
    // The tab asks the server, because any link could open the page that posts to this channel.
    channel.onmessage = () => void check();
    if (waitsForSignOut) return () => channel.close();
    document.addEventListener('visibilitychange', checkSeen);
    window.addEventListener('pageshow', checkStored);
    return () => {
      channel.close();
      document.removeEventListener('visibilitychange', checkSeen);
      window.removeEventListener('pageshow', checkStored);
    };
  }, [waitsForSignOut]);
  return null;
}

/** On the page after signing out: shows the notice and tells the other tabs. */
export function SignedOutNotice({ text }: { text: string }) {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.postMessage('signed-out');
    channel.close();
  }, []);
  return <p>{text}</p>;
}
