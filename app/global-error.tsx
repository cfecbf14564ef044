'use client';

import { errorText } from '@/lib/messages/error';

/** When even the frame of the page failed. It has the browser's own look: our styles may be what failed. */
export default function GlobalErrorPage() {
  return (
    <html lang="en">
      <head>
        <title>{errorText.title}</title>
      </head>
      <body>
        <main>
          <h1>{errorText.title}</h1>
          <p>{errorText.textPlain}</p>
          <p>
            <a href="/">{errorText.toDirectory}</a>
          </p>
        </main>
      </body>
    </html>
  );
}
