export interface StartedServer {
  version: string;
  name: string;
  baseUrl: string;
  /** The file with the demonstration's passwords. null: this is not the demonstration. */
  credentials: string | null;
  setUp: string | null;
  hasStreets: boolean;
  isTerminal: boolean;
}

const streetsCommand = './chapterhouse streets fetch';

/** A terminal gets the addresses; a log gets one JSON line. */
export function startText({
  version,
  name,
  baseUrl,
  credentials,
  setUp,
  hasStreets,
  isTerminal,
}: StartedServer): string {
  const msg = `Chapterhouse is ready (version ${version}): the directory of ${name}`;
  const addresses = { directory: `${baseUrl}/`, signIn: `${baseUrl}/account` };
  if (!isTerminal) {
    const time = new Date().toISOString();
    const files = {
      ...(credentials === null ? {} : { credentials }),
      ...(setUp === null ? {} : { setUp }),
      ...(hasStreets ? {} : { streets: `none: ${streetsCommand}` }),
    };
    return `${JSON.stringify({ level: 'info', time, msg, ...addresses, ...files })}\n`;
  }
  return [
    '',
    msg,
    `  Directory  ${addresses.directory}`,
    `  Sign in    ${addresses.signIn}`,
    ...(credentials === null ? [] : [`             with an email address and password from ${credentials}`]),
    ...(setUp === null
      ? []
      : ['', 'Set up your own association with this link. It works once, within 30 minutes:', `  ${setUp}`]),
    ...(hasStreets ? [] : ['', `The map has no streets yet. To fetch them: ${streetsCommand}`]),
    '',
    'Problems are shown below. LOG_LEVEL=info npm start shows each request. Ctrl+C stops the server.',
    '',
  ].join('\n');
}
