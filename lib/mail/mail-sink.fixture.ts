import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';

/** `silent`: the server reads the whole message and closes the connection without a reply. */
type Reply = 'accept' | 'refuse' | 'defer' | 'silent';

/** A mail server that delivers nothing. It accepts every email, unless `replyTo` says otherwise. @see RFC 5321 §4.3 */
export class MailSink {
  /** Headers and body of each email as received, including emails that were refused after they were read. */
  readonly mails: string[] = [];
  replyTo: (recipient: string) => Reply = () => 'accept';
  private readonly server = createServer((socket) => this.talk(socket));

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
    let reply: Reply = 'accept';
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
        if (isMail) {
          this.mails.push(command.replace(/^\.\./gm, '.'));
          if (reply === 'silent') return void socket.end();
        }
        const [, recipient] = /^rcpt to:<(.*)>/i.exec(command) ?? [];
        if (recipient !== undefined) reply = this.replyTo(recipient);
        isMail = !isMail && /^data$/i.test(command);
        if (recipient !== undefined && reply === 'refuse') socket.write('550 no such mailbox\r\n');
        else if (recipient !== undefined && reply === 'defer') socket.write('451 try again later\r\n');
        else socket.write(isMail ? '354 go on\r\n' : '250 ok\r\n');
        if (/^quit$/i.test(command)) socket.end();
      }
    });
  }
}
