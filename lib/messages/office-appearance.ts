export const appearanceText = {
  title: 'Appearance',
  intro:
    'Your logo, colour, font and texts appear on every page, on the sign-in pages, membership cards, icons and printed pages. Look at the preview before you save.',
  pictures: 'Pictures',
  pictureHint: 'PNG, JPEG, WebP or SVG, up to 500 kB.',
  current: 'The current one:',
  removePicture: 'Remove it',
  texts: 'Texts',
  preview: 'Preview',
  saved: 'Saved. Every page shows it within a few seconds.',
  readOnly: 'Only an owner can change how the site looks.',
  tooLarge: '{name} is larger than 500 kB.',
  previewTitle: 'Preview of the appearance',
  notSaved: 'Nothing is saved yet. This page already shows the new colour and font.',
  save: 'Save',
  change: 'Change something',
  front: 'The first page',
  signIn: 'Sign-in page',
  card: 'The membership card',
  icons: 'Icons and shared links',
  icon: 'The icon of a browser tab or home screen',
  social: 'The picture that other sites show with a link to your site',
  ownSocial: 'The standard picture, in your colour.',
  mails: 'Emails',
  mailsText:
    'Each email also contains a plain-text version. The logo is included if it is a PNG or JPEG of up to 100 kB. Otherwise emails show the name of the association.',
  mailFrame: 'A sample email',
  print: 'Printed pages',
  printText: 'Printed lists, cards and booklets have the logo for light pages, in black and white.',
  logos: 'The logo on light and dark pages',
  noLogo: 'There is no logo yet. Pages show the initials of the name.',
  footer: 'The links at the end of every page',
  noLinks: 'There are no links yet.',
  sampleName: 'Zoë Example',
  sampleType: 'Full member',
  sampleButton: 'Sign in',
} as const;

/** A label, and a hint if the setting needs one. */
export const appearanceFieldText = {
  Colour: [
    'Colour',
    'The colour of links and buttons, such as #0b6e69. If you leave this empty, the default colour is used.',
  ],
  Font: ['Font'],
  Heading: [
    'Heading of the first page',
    'Such as “Find a physiotherapist”. If you leave this empty, the default heading is used.',
  ],
  Introduction: [
    'Introduction',
    'This text is below the heading. It can have up to 2,000 characters. **two stars** make bold text, [text](https://…) makes a link, and lines that start with - make a list.',
  ],
  FooterLinks: [
    'Links at the end of every page',
    'One link on each line: the text, a space and the address. For example: Privacy https://example.org/privacy',
  ],
} as const;

export const pictureText = {
  Logo: 'Logo',
  DarkLogo: 'Logo for dark pages, if it is a different one',
  SquareLogo: 'Square logo, for icons',
  SocialPicture: 'Picture for shared links, 1200 × 630',
} as const;

export const fontText = {
  system: 'The font of the visitor’s device (fastest)',
  'source-sans': 'Source Sans: clear and neutral',
  'source-serif': 'Source Serif: classic, with serifs',
  atkinson: 'Atkinson Hyperlegible: made for people with low vision',
} as const;
