import { note, wrong, type Finding } from './finding';

/** A token is renewed a minute before it ends, and a code to sign in lives for one. */
const maxSkewSeconds = 60;

/** How a site's clock differs from this machine's, read from the `Date` of its first answer. */
export interface RemoteClock {
  /** Asks as the global fetch does. */
  fetch: typeof fetch;
  /** What is to be said of the site's clock: nothing, or one finding. */
  findings(): Finding[];
}

/** Watches the answers of a site. @param ask how it is asked */
export function watchRemoteClock(ask: typeof fetch): RemoteClock {
  let first: { sentAt: number; answeredAt: number; date: string | null } | null = null;
  return {
    fetch: async (input, init) => {
      const sentAt = Date.now();
      const response = await ask(input, init);
      first ??= { sentAt, answeredAt: Date.now(), date: response.headers.get('date') };
      return response;
    },
    findings: () => (first === null ? [] : judge(first)),
  };
}

function judge({ sentAt, answeredAt, date }: { sentAt: number; answeredAt: number; date: string | null }) {
  const told = Date.parse(date ?? '');
  if (Number.isNaN(told)) {
    const fix = 'Nothing is to be done here; the RFCs ask every server with a clock for it.';
    return [note('clock', 'the site does not tell its time (the header Date)', fix)];
  }
  // It was some time between question and answer, and is told in whole seconds, cut off.
  const ahead = Math.max(0, told - answeredAt);
  const behind = Math.max(0, sentAt - (told + 999));
  const seconds = Math.round(Math.max(ahead, behind) / 1000);
  if (seconds <= maxSkewSeconds) return [];
  const text = `the site’s clock is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine’s`;
  const fix = 'Let NTP keep both: tokens and codes end too early or too late, memberships on another day.';
  return [wrong('clock', text, fix)];
}
