import { expect, it } from 'vitest';
import { answersByQuestion } from './extra-answers';

it('groups the answers to one extra and omits empty ones', () => {
  const extras = [
    { ID: '5', Question: 'Languages', Answer: 'Auslan' },
    { ID: '7', Question: 'Newsletter', Answer: ' ' },
    { ID: '5', Question: 'Languages', Answer: 'Vietnamese' },
  ];
  expect(answersByQuestion(extras)).toEqual([{ question: 'Languages', answers: ['Auslan', 'Vietnamese'] }]);
});
