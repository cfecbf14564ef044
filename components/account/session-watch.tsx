'use client';

import { useEffect } from 'react';

/** Name of the channel on which tabs of one browser tell each other that the person has signed out. */
const channelName = 'chapterhouse-session';

/**
 * Takes a member's page off the screen once its reader has signed out in another tab: at once where tabs can talk to
 * each other, else when this tab is looked at again or comes back from the browser's history.
 */
export function SessionWatch() {
  useEffect(() => {
    const check = async () => {
      const answer = await fetch('/api/auth/session', { cache: 'no-store' }).catch(() => null);
      // Offline says nothing about the session.
      if (answer?.ok !== true || Object.keys(await answer.json()).length > 0) return;
      location.replace('/sign-in?signed-out=1');
    };
    const checkSeen = () => {
      if (document.visibilityState === 'visible') void check();
    };
    const checkKept = (event: PageTransitionEvent) => {
      if (event.persisted) void check();
    };
    const channel = new BroadcastChannel(channelName);
    // Only the server knows: the page that posts here can be opened by anybody's link.
    channel.onmessage = () => void check();
    document.addEventListener('visibilitychange', checkSeen);
    window.addEventListener('pageshow', checkKept);
    return () => {
      channel.close();
      document.removeEventListener('visibilitychange', checkSeen);
      window.removeEventListener('pageshow', checkKept);
    };
  }, []);
  return null;
}

/** On the page that follows signing out: says so, and tells the other tabs. */
export function SignedOutNotice({ text }: { text: string }) {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.postMessage('signed-out');
    channel.close();
  }, []);
  return <p>{text}</p>;
}
