'use client';

import { errorText } from '@/lib/messages/error';

/**
 * Next.js shows this page if even the root layout failed. Our styles may have failed too, so this page has only the
 * browser's default styles.
 */
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
