/**
 * The service sets this cookie if a person says that others use the computer. It has no lifetime, so it ends with the
 * browser, like the cookies of the sessions that were started with it.
 */
export function sharedComputerCookie(baseUrl: string): string {
  return `${baseUrl.startsWith('https:') ? '__Host-' : ''}chapterhouse-shared`;
}

/** The cookie without its lifetime, so that it ends with the browser. */
export function untilBrowserCloses(line: string): string {
  return line.replace(/; *(max-age|expires)=[^;]*/gi, '');
}
