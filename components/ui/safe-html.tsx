import type { PublicHtml } from '@/lib/public-html';

/** This is the only component with markup that React does not create. */
export function SafeHtml({ html }: { html: PublicHtml }) {
  return (
    <div
      className="mt-4 max-w-prose space-y-3 wrap-anywhere [&_a]:text-accent [&_a]:underline [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6"
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
