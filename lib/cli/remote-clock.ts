import { note, wrong, type Finding } from './finding';

/**
 * With a larger clock difference, tokens and codes end too early or too late. A token is renewed a minute before it
 * expires, and a sign-in code is valid for one minute.
 */
const maxSkewSeconds = 60;

/** The difference between a site's clock and this machine's, read from the `Date` of the site's first response. */
export interface RemoteClock {
  /** Called like the global `fetch`. */
  fetch: typeof fetch;
  findings(): Finding[];
}

/** @param send the fetch to use */
export function watchRemoteClock(send: typeof fetch): RemoteClock {
  let first: { sentAt: number; receivedAt: number; date: string | null } | null = null;
  return {
    fetch: async (input, init) => {
      const sentAt = Date.now();
      const response = await send(input, init);
      first ??= { sentAt, receivedAt: Date.now(), date: response.headers.get('date') };
      return response;
    },
    findings: () => (first === null ? [] : judge(first)),
  };
}

function judge({ sentAt, receivedAt, date }: { sentAt: number; receivedAt: number; date: string | null }) {
  const serverMs = Date.parse(date ?? '');
  if (Number.isNaN(serverMs)) {
    const fix =
      'You do not need to do anything here. HTTP requires every server with a clock to send this header.';
    return [note('clock', 'the site does not send its time (the header Date)', fix)];
  }
  // The site read its clock at some time between the request and the response. The header has whole seconds, rounded
  // down, so the site's time may be up to 999 ms later. Only a larger difference shows that the clocks differ.
  const ahead = Math.max(0, serverMs - receivedAt);
  const behind = Math.max(0, sentAt - (serverMs + 999));
  const seconds = Math.round(Math.max(ahead, behind) / 1000);
  if (seconds <= maxSkewSeconds) return [];
  const text = `the site’s clock is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine’s`;
  const fix =
    'Synchronise both clocks with NTP. Otherwise tokens and codes end too early or too late, and memberships may end on the wrong day.';
  return [wrong('clock', text, fix)];
}
