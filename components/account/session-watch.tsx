'use client';

import { useEffect } from 'react';

const channelName = 'chapterhouse-session';

/**
 * Removes a member's page from the screen after a sign-out in another tab. If the tabs can communicate, this happens
 * immediately. Otherwise it happens when the tab is viewed again or the browser restores the page from its history.
 * @param waitsForSignOut whether the page stays when the session expires, because it has a form with typed content
 */
export function SessionWatch({ waitsForSignOut = false }: { waitsForSignOut?: boolean }) {
  useEffect(() => {
    const check = async () => {
      const response = await fetch('/api/auth/session', { cache: 'no-store' }).catch(() => null);
      // If the request fails, the browser may be offline and the person may still be signed in. So the page stays on
      // the screen.
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
    // A message on this channel proves nothing, because any link could open the page that posts the message. So the tab
    // asks the server.
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

export function SignedOutNotice({ text }: { text: string }) {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.postMessage('signed-out');
    channel.close();
  }, []);
  return <p>{text}</p>;
}
