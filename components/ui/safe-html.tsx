import type { PublicHtml } from '@/lib/base/public-html';

/** This is the only component with markup that React does not create. */
export function SafeHtml({ html }: { html: PublicHtml }) {
  return (
    <div
      className="mt-4 max-w-prose space-y-3 wrap-anywhere [&_a]:text-accent [&_a]:underline [&_blockquote]:border-l-4 [&_blockquote]:border-line [&_blockquote]:pl-4 [&_h2]:pt-2 [&_h2]:text-xl [&_h2]:font-semibold [&_h3]:pt-1 [&_h3]:text-lg [&_h3]:font-semibold [&_h4]:font-semibold [&_hr]:border-line [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6"
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
