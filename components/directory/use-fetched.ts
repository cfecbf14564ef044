'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import type { Answer, Question } from './query-client';

interface Fetched<T> {
  /** While the question has no answer, this is the answer to the question before. */
  data: T | undefined;
  state: 'done' | 'loading' | 'failed';
  retry: () => void;
}

/** Asks as `useQuery` of react-query does, but loads react-query only for the first question. null: nothing is asked. */
export function useFetched<T>(question: Question<T> | null): Fetched<T> {
  const key = question === null ? null : JSON.stringify(question.key);
  const [known, setKnown] = useState<(Omit<Fetched<T>, 'retry'> & { key: string }) | null>(null);
  const [attempt, setAttempt] = useState(0);
  const retry = () => setAttempt((count) => count + 1);
  const ask = useEffectEvent((asked: string) => {
    let stop = () => {};
    let isOver = false;
    const tell = ({ data, isError }: Answer<T>) => {
      const state = data !== undefined ? 'done' : isError ? 'failed' : 'loading';
      setKnown((before) => ({ key: asked, state, data: data ?? before?.data }));
    };
    void import('./query-client').then(
      ({ observe }) => {
        if (!isOver && question !== null) stop = observe(question, tell);
      },
      () => {
        if (!isOver) tell({ data: undefined, isError: true });
      },
    );
    return () => {
      isOver = true;
      stop();
    };
  });
  useEffect(() => {
    if (key !== null) return ask(key);
    setKnown(null);
  }, [key, attempt]);
  if (key === null) return { data: undefined, state: 'done', retry };
  return { data: known?.data, state: known?.key === key ? known.state : 'loading', retry };
}
