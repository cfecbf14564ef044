/** Text of the page on which a new association is set up. */
export const setUpText = {
  title: 'Set up your association',
  intro:
    'This creates your association and removes the demonstration with all its members and sign-ins. You become its owner.',
  keep: 'Keep the demonstration and look around first',
  keepHint:
    'The passwords of the demonstration are in demo-credentials.json in the data folder. The link to this page is valid for 30 minutes. Each start of the server makes a new link.',
  you: 'You',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least {least} characters.',
  association: 'Your association',
  name: 'Name of the association',
  country: 'Country',
  countryHint:
    'The name of the country as in your members’ addresses, such as Australia. Leave this empty if your members are around the world.',
  timeZone: 'Time zone',
  usualZone: 'The default for the country',
  create: 'Create the association',
  firstType: 'Member',
  missing: 'Enter this: {label}',
  wrongEmail: 'Enter an email address such as ada@example.org',
  wrongZone: 'Choose a time zone: we have no default for this country',
  tooLong: 'Enter at most 300 characters: {label}',
  doneTitle: '{name} is ready',
  done: 'You are its owner. Sign in with your email address and password, and add your members.',
  open: 'Open the office',
} as const;
