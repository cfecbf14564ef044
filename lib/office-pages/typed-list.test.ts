import { expect, it } from 'vitest';
import { typedList } from './typed-list';

it.each([
  ['WA\nSA\n\n NT ', ['WA', 'SA', 'NT']],
  ['WA, SA,NT', ['WA', 'SA', 'NT']],
  ['WA; SA;NT;', ['WA', 'SA', 'NT']],
  ['Yes,\nNo,', ['Yes', 'No']],
  ['Yes, always\nNo, never', ['Yes, always', 'No, never']],
  ['Yes, always; no, never', ['Yes, always', 'no, never']],
  ['https://a.example/x?of=1,2', ['https://a.example/x?of=1,2']],
  [
    'https://a.example/x, https://b.example;app://c d://e',
    ['https://a.example/x', 'https://b.example', 'app://c', 'd://e'],
  ],
  ['', []],
  [' , ;', []],
])('reads %j as a list', (text, list) => {
  expect(typedList(text)).toEqual(list);
});
