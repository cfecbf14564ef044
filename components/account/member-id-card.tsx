import type { Card } from '@/lib/account/card';
import { formatDay } from '@/lib/messages/format';
import { cardText } from '@/lib/messages/account';
import { say } from '@/lib/messages/say';
import type { Site } from '@/lib/contract/site';

export type CardIssuer = Pick<Site, 'name' | 'logoUrl'>;

interface Props {
  card: Card;
  association: CardIssuer;
  /** The address of the member's picture. null: there is none. */
  picture?: string | null;
}

export function MemberIdCard({ card, association, picture = null }: Props) {
  const { name, type, number, lastDay, checkUrl, typed, qr } = card;
  return (
    <article
      aria-label={say(cardText.cardOf, { name })}
      className="flex max-w-xl flex-wrap items-center justify-between gap-5 rounded-2xl border border-line-strong bg-surface p-5 print:max-w-[105mm] print:p-[5mm]"
    >
      <div className="grid min-w-40 flex-1 gap-1">
        {association.logoUrl !== null && (
          <img
            src={association.logoUrl}
            alt=""
            className="mb-1 h-9 w-auto max-w-40 justify-self-start rounded-sm object-contain dark:bg-white dark:p-0.5"
          />
        )}
        <p className="text-sm font-medium text-accent">{association.name}</p>
        {picture !== null && (
          <img
            src={picture}
            alt=""
            width={80}
            height={80}
            className="my-1 size-20 rounded-lg border border-line bg-white"
          />
        )}
        <p className="text-2xl leading-tight font-semibold [overflow-wrap:anywhere] print:text-xl">{name}</p>
        <p>{type}</p>
        {number !== '' && <p className="text-sm text-ink-soft">{say(cardText.number, { number })}</p>}
        {lastDay !== null && (
          <p className="text-sm text-ink-soft">{say(cardText.until, { date: formatDay(lastDay) })}</p>
        )}
      </div>
      <div className="mx-auto grid justify-items-center gap-1">
        <QrCode rows={qr} label={cardText.code} />
        {typed !== null && (
          <>
            <p className="font-mono">{typed.code}</p>
            <p className="hidden text-xs [overflow-wrap:anywhere] print:block">
              {say(cardText.checkAt, { address: typed.address })}
            </p>
          </>
        )}
        <a href={checkUrl} className="text-sm text-accent underline print:hidden">
          {cardText.scan}
        </a>
      </div>
    </article>
  );
}

/** A QR code, dark on white even in dark mode: many readers cannot read inverted codes. */
function QrCode({ rows, label }: { rows: boolean[][]; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="w-60 max-w-full rounded bg-white print:w-[38mm]"
    >
      <path d={darkSquares(rows)} fill="#000000" />
    </svg>
  );
}

/** One path that consists of bars. Each run of dark squares in a row is one bar, one unit high. */
function darkSquares(rows: boolean[][]): string {
  return rows
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1] === true) return [];
        const end = row.indexOf(false, x);
        return [`M${x} ${y}h${(end === -1 ? row.length : end) - x}v1H${x}z`];
      }),
    )
    .join('');
}
