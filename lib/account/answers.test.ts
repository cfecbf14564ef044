import { expect, it } from 'vitest';
import { answersByQuestion } from './answers';

it('puts the answers to one extra together and leaves empty ones out', () => {
  const extras = [
    { ID: '5', Question: 'Languages', Answer: 'Auslan' },
    { ID: '7', Question: 'Newsletter', Answer: ' ' },
    { ID: '5', Question: 'Languages', Answer: 'Vietnamese' },
  ];
  expect(answersByQuestion(extras)).toEqual([{ question: 'Languages', answers: ['Auslan', 'Vietnamese'] }]);
});
