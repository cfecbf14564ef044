import { expect, test } from 'vitest';
import { nameBrowser } from './browser-name';

const mozilla = 'Mozilla/5.0';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Firefox on Windows', `${mozilla} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`],
  ['Chrome on Linux', `${mozilla} (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`],
  ['Edge on Windows', `${mozilla} (Windows NT 10.0) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`],
  ['Safari on Mac', `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`],
  [
    'Safari on iPhone',
    `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Mobile/15E148 Safari/604.1`,
  ],
  ['Chrome on iPad', `${mozilla} (iPad; CPU OS 18_0 like Mac OS X) ${webkit} CriOS/140.0 Safari/604.1`],
  ['Chrome on Android', `${mozilla} (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`],
  [
    'Samsung Internet on Android',
    `${mozilla} (Linux; Android 10) ${webkit} SamsungBrowser/25.0 Chrome/121.0 Safari/537.36`,
  ],
  ['Linux', 'something on Linux'],
  ['', 'curl/8.5.0'],
  ['', undefined],
])('%s is named from the user agent', (name, agent) => expect(nameBrowser(agent)).toBe(name));

test('no text of the user agent itself is returned', () =>
  expect(nameBrowser('<script>Firefox/1 Windows')).toBe('Firefox on Windows'));
