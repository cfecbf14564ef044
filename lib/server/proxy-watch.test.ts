import { expect, test } from 'vitest';
import { createLog } from './log';
import { createProxyWatch, unknownProxyWarning } from './proxy-watch';

function startWatch(trustProxy = 0) {
  const lines: string[] = [];
  const proxies = createProxyWatch({
    trustProxy,
    log: createLog('warn', { write: (line) => void lines.push(line) }),
  });
  const check = (
    remoteAddress: string,
    headers: Record<string, string> = { 'x-forwarded-for': '192.0.2.1' },
  ) => proxies.check({ headers, socket: { remoteAddress } });
  return { lines, check, warnings: proxies.warnings };
}

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', 'fd00::1'])(
  'a proxy at %s is noticed, and reported once',
  (address) => {
    const { lines, check, warnings } = startWatch();
    check(address);
    check(address);
    expect(warnings()).toEqual([unknownProxyWarning]);
    expect(lines).toHaveLength(1);
  },
);

test.each(['198.51.100.7', '172.32.0.1', '2001:db8::1', ''])(
  'a client at %s that sends a proxy’s header is not taken for a proxy',
  (address) => {
    const { lines, check, warnings } = startWatch();
    check(address);
    expect([warnings(), lines]).toEqual([[], []]);
  },
);

test('nothing is reported for proxies that TRUST_PROXY counts, or for requests without a proxy', () => {
  const counted = startWatch(1);
  counted.check('127.0.0.1');
  const direct = startWatch();
  direct.check('127.0.0.1', {});
  expect([counted.warnings(), direct.warnings()]).toEqual([[], []]);
});
