/** Text of the form of a member's answers and addons. */
export const answersText = {
  title: 'Answers and addons',
  answers: 'Answers',
  noQuestions: 'The association has no questions yet. An owner can add them in the settings.',
  hidden: 'For the office only.',
  membersOnly: 'Signed-in members see the answer in the member’s profile. The public does not.',
  several: 'One answer per line.',
  addons: 'Addons',
  noAddons: 'The association has no addons.',
  quantity: '{name}: how many',
  expiry: '{name}: last day',
  quantityHint: 'To remove the addon, enter 0.',
  add: 'Add an addon',
  nothing: 'None',
  addQuantity: 'How many',
  addExpiry: 'Last day',
  wrongQuantity: 'The quantity of an addon must be a whole number from 1 to 999,999.',
  save: 'Save answers and addons',
  saved: 'The answers and addons are saved.',
  changed:
    'Somebody else changed these answers or addons in the meantime. To see the new values, open the member in another tab. To replace the new values with yours, press the button again.',
} as const;
