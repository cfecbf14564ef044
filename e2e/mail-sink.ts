import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';

/** A mail server that accepts every mail and delivers none. @see RFC 5321 §4.3 */
export class MailSink {
  /** The mails as received, headers and body. */
  readonly mails: string[] = [];
  private readonly server = createServer((socket) => this.talk(socket));

  /** Resolves with its address in the form of SMTP_URL. */
  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    // A server that listens on TCP has an AddressInfo.
    return `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  stop(): void {
    this.server.close();
  }

  private talk(socket: Socket): void {
    let unread = '';
    let isMail = false;
    socket.setEncoding('utf8').write('220 sink\r\n');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      unread += String(chunk);
      for (;;) {
        const mark = isMail ? '\r\n.\r\n' : '\r\n';
        const end = unread.indexOf(mark);
        if (end === -1) return;
        const command = unread.slice(0, end);
        unread = unread.slice(end + mark.length);
        if (isMail) this.mails.push(command.replace(/^\.\./gm, '.'));
        isMail = !isMail && /^data$/i.test(command);
        socket.write(isMail ? '354 go on\r\n' : '250 ok\r\n');
        if (/^quit$/i.test(command)) socket.end();
      }
    });
  }
}
