import { say } from '@/lib/messages/say';
import { settingsText } from '@/lib/messages/office-settings';
import { palette } from '@/lib/palette';
import { accentShades, contrast, parseColour, type Shades } from '@/lib/theme';

export function ColourPreview({ colour }: { colour: string | null }) {
  const shades = accentShades(colour);
  return (
    <section aria-labelledby="contrast" className="grid gap-3">
      <h3 id="contrast" className="text-lg font-semibold">
        {settingsText.contrastTitle}
      </h3>
      <p>{settingsText.contrastText}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {(['light', 'dark'] as const).map((theme) => (
          <figure key={theme} className="grid gap-2">
            <figcaption className="text-sm">
              {theme === 'light' ? settingsText.onLight : settingsText.onDark}
              {': '}
              {say(settingsText.ratio, { ratio: ratioOn(shades[theme].accent, palette[theme].surface) })}
            </figcaption>
            <Sample shades={shades[theme]} surface={palette[theme].surface} />
          </figure>
        ))}
      </div>
    </section>
  );
}

/** The sample is an image, because styles in the page would need an exception in the Content-Security-Policy. */
function Sample({ shades, surface }: { shades: Shades; surface: string }) {
  return (
    <svg viewBox="0 0 240 72" className="w-full rounded-lg border border-line" aria-hidden="true">
      <rect width="240" height="72" fill={surface} />
      <text x="16" y="42" fontSize="16" fill={shades.accent} textDecoration="underline">
        {settingsText.sample}
      </text>
      <rect x="80" y="16" width="144" height="40" rx="8" fill={shades.fill} stroke={shades.accent} />
      <text x="152" y="42" fontSize="16" textAnchor="middle" fill={shades.onFill}>
        {settingsText.sampleButton}
      </text>
    </svg>
  );
}

function ratioOn(foreground: string, background: string): string {
  const [front, back] = [parseColour(foreground), parseColour(background)];
  return front === null || back === null ? '' : (Math.floor(contrast(front, back) * 10) / 10).toFixed(1);
}
