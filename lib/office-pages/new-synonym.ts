import { synonymLimits } from '@/lib/contract/fields/synonym-groups';
import { settingsPath } from './read-settings';
import type { SettingsFormState } from './settings-form';

const parameter = 'synonym';

/** The settings page with a new line for these words. */
export function addSynonymPath(words: string): string {
  return `${settingsPath}?${new URLSearchParams({ [parameter]: words })}#settings-Synonyms`;
}

/** Reads the new word from the address of the settings page. null: there is no new word. */
export function readNewSynonym(sent: Record<string, string | string[] | undefined>): string | null {
  const value = sent[parameter];
  const word = typeof value === 'string' ? value.replace(/[,\s\p{C}]+/gu, ' ').trim() : '';
  return word === '' ? null : word.slice(0, synonymLimits.letters);
}

/** Adds a line that begins with the word. Nothing is stored until somebody completes and saves it. */
export function withNewSynonym(state: SettingsFormState, word: string | null): SettingsFormState {
  if (word === null) return state;
  const lines = [state.values['Synonyms'] ?? '', `${word}, `].filter((line) => line !== '');
  return { ...state, values: { ...state.values, Synonyms: lines.join('\n') } };
}
