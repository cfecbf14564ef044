/** A QR code, dark on white even in dark mode: many readers cannot read inverted codes. */
export function QrCode({ rows, label }: { rows: boolean[][]; label: string }) {
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
