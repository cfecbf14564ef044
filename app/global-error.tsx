'use client';

import { errorText } from '@/lib/messages/error';

/** Used if even the page's frame failed. It has only the browser's default styles, because ours may have failed. */
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
