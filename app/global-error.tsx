'use client';

import { siteText } from '@/lib/messages/site';

/** When even the frame of the page failed. It has the browser's own look: our styles may be what failed. */
export default function GlobalErrorPage() {
  return (
    <html lang="en">
      <head>
        <title>{siteText.errorTitle}</title>
      </head>
      <body>
        <main>
          <h1>{siteText.errorTitle}</h1>
          <p>{siteText.errorTextPlain}</p>
          <p>
            <a href="/">{siteText.toDirectory}</a>
          </p>
        </main>
      </body>
    </html>
  );
}
