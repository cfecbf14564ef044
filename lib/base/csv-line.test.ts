import { expect, it } from 'vitest';
import { toCsvLines, withoutApostrophe } from './csv-line';

it.each(['=1+1', '+a', '-a', '@a', '\t=1', '\r=1', '\n=1', '＝1', "'=1"])(
  'text that a spreadsheet program may run, such as %j, gets an apostrophe, which is removed again',
  (text) => {
    const line = toCsvLines([[text, 'Lee']]);
    expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
    expect(withoutApostrophe(`'${text}`)).toBe(text);
  },
);

it('leaves numbers and other text as they are', () => {
  expect(toCsvLines([['-5.20', -3, 'a=1', "O'Neil"]])).toBe("-5.20,-3,a=1,O'Neil\r\n");
});

it.each(['two\nlines', 'two\rlines', 'two\r\n=lines'])('a line break in %j begins no new row', (text) => {
  expect(toCsvLines([[text, 'Lee']])).toBe(`"${text}",Lee\r\n`);
});
