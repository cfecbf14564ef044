import { expect, test } from 'vitest';
import { startText } from './start-text';

const options = {
  version: '1.2.3',
  name: 'Guild of Ålesund',
  baseUrl: 'https://members.example.org',
  credentials: '.data/demo-credentials.json',
  setUp: null,
  hasStreets: true,
  isTerminal: true,
};

test('a person sees the version, the addresses, and how to sign in to the demonstration', () => {
  const text = startText(options);
  for (const part of [
    'version 1.2.3',
    'Guild of Ålesund',
    'https://members.example.org/account',
    '.data/demo',
  ])
    expect(text).toContain(part);
  expect(startText({ ...options, credentials: null })).not.toContain('password');
});

test('a person sees the link that sets up the association, and a log only the file that has it', () => {
  const setUp = 'https://members.example.org/set-up?token=abc';
  expect(startText({ ...options, setUp })).toContain(`within 30 minutes:\n  ${setUp}\n`);
  expect(startText(options)).not.toContain('Set up');
  const file = '.data/owner-link.txt';
  expect(JSON.parse(startText({ ...options, setUp: file, isTerminal: false }))).toMatchObject({
    setUp: file,
  });
});

test('a program that reads the log gets one JSON line', () => {
  const text = startText({ ...options, isTerminal: false });
  expect(text.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(text)).toMatchObject({
    level: 'info',
    msg: expect.stringContaining('Chapterhouse is ready'),
    directory: 'https://members.example.org/',
    signIn: 'https://members.example.org/account',
    credentials: '.data/demo-credentials.json',
  });
});

test('without streets, a person and a log see the command that fetches them', () => {
  const command = './chapterhouse streets fetch';
  expect(startText(options)).not.toContain('streets');
  expect(startText({ ...options, hasStreets: false })).toContain(command);
  const line: unknown = JSON.parse(startText({ ...options, hasStreets: false, isTerminal: false }));
  expect(line).toMatchObject({ streets: `none: ${command}` });
});
