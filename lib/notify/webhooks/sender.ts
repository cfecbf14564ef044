import { createPoster, type Attempt, type PosterServices } from './poster';
import { signedHeaders, type Message } from './signature';

export interface Sender {
  send(message: Message, secrets: readonly string[]): Promise<Attempt>;
  /** Closes the connections. Open attempts fail. */
  close(): void;
}

export function createSender(url: URL, options: PosterServices): Sender {
  const poster = createPoster(url, options);
  return {
    send: (message, secrets) =>
      poster.post(message.body, () => ({
        ...signedHeaders(message, { secrets, now: options.now() }),
        'Content-Type': 'application/json',
      })),
    close: () => poster.close(),
  };
}
