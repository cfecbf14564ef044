import importX from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import tseslint from 'typescript-eslint';
import { ownKeyRule } from './scripts/own-key-rule.js';

/**
 * The folders of `lib`, lowest first. A file may import from its own folder and from the folders before it. Folders within
 * a folder are listed in the same way. `.` means the files directly in the folder.
 */
const shared = [
  'messages',
  ['base', '.', 'http', 'collections'],
  ['map', 'geo', 'streets', '.'],
  ['contract', '.', 'office-rights', 'reference'],
  ['server', '.', 'processes'],
];
/** The web side knows the contract of the API, and not the service that answers it. */
const webSide = [
  ['directory', 'words', 'model', '.'],
  'member-card',
  ['account', 'sso', '.', 'members-directory'],
  'office-pages',
];
/** The service knows the contract, and not the web side. */
const serviceSide = [
  ['store', 'sql', 'schema', 'words', 'data-folder', 'installation', '.', 'lists'],
  'demonstration',
  'mail',
  ['sign-in', 'accounts', 'oauth', 'openid'],
  ['changes', '.', 'journal', 'routes'],
  ['privacy', 'personal-data', 'erasure'],
  ['notify', 'webhooks', 'reminders'],
  ['transfer', 'archive', 'import', 'backup'],
  ['office', 'missed-searches', '.'],
  ['service', 'pages', 'routes', '.'],
];
const name = (folder) => (typeof folder === 'string' ? folder : folder[0]);
const all = (folders) => folders.map((folder) => `./lib/${name(folder)}/**/*`);

/** The imports that are forbidden everywhere, also in tests: `target` may not import from `from`. */
const arrows = [
  { target: './components', from: './app', message: 'app → components → lib' },
  { target: './lib', from: ['./app', './components'], message: 'app → components → lib' },
  {
    target: ['./app/**/*', './components/**/*', ...all([...shared, ...webSide])],
    from: [...all(serviceSide), './lib/cli/**/*'],
    message: 'The web side knows the contract of the API only',
  },
  {
    target: all(['contract', ...serviceSide]),
    from: all(webSide),
    message: 'The service and the contract do not know the web side',
  },
  {
    target: [
      './components',
      './app/!(members-only)/**',
      './app/*',
      './lib/!(account)/**',
      './lib/account/!(members-directory)/**',
      './lib/account/*',
      './lib/!(*.test).ts',
    ],
    from: './lib/account/members-directory',
    message: 'Only the pages for members and server.ts read what members show only to members (A3)',
  },
  { target: './lib/messages', from: './lib', except: ['./messages'], message: 'messages imports nothing' },
  {
    target: './lib/base/config.ts',
    from: './lib',
    except: ['./base/config.ts'],
    message: 'config is a leaf',
  },
];

/** Forbids each item of an ordered list to import from the items after it. */
function inOrder(paths, message) {
  return paths
    .map((target, place) => ({ target, from: paths.slice(place + 1), message }))
    .filter(({ from }) => from.length > 0);
}

/** The order within each side and within each folder. Tests are exempt, because they may start a whole service. */
const layers = [
  ...[webSide, serviceSide].flatMap((side) =>
    inOrder(
      [...all([...shared, ...side]), './lib/cli/**/*'],
      'The order of the folders is in eslint.config.js',
    ),
  ),
  ...[...shared, ...webSide, ...serviceSide]
    .filter((folder) => typeof folder !== 'string')
    .flatMap(([folder, ...inner]) =>
      inOrder(
        inner.map((one) => `./lib/${folder}/${one === '.' ? '' : `${one}/**/`}*`),
        `The order of the folders in lib/${folder} is in eslint.config.js`,
      ),
    ),
  {
    target: ['./lib/service', './lib/office'],
    from: './lib/transfer/import',
    message: 'Whoever starts the service passes in what fills its database',
  },
  {
    target: all(serviceSide.filter((folder) => folder !== 'demonstration')),
    from: './lib/demonstration',
    message: 'Whoever starts the service passes in what fills its database',
  },
  {
    target: './lib/service/pages',
    from: ['./lib/office', './lib/changes/routes'],
    message: 'The pages of the service know the sign-in and personal data only',
  },
];

const ofAllCode = [
  {
    selector: 'ObjectExpression > SpreadElement > ObjectExpression',
    message: 'write the properties without the spread',
  },
  {
    selector: "MemberExpression[object.name='vi'][property.name='waitFor']",
    message: 'use waitFor of lib/base/wait-for.fixture.ts, which has a longer limit',
  },
];

export default tseslint.config(
  {
    ignores: [
      '.next/**',
      '.next-*/**',
      '.build/**',
      '.data/**',
      'node_modules/**',
      'next-env.d.ts',
      'test-results/**',
      'playwright-report/**',
    ],
  },
  ...tseslint.configs.recommended,
  jsxA11y.flatConfigs.recommended,
  {
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        (await import('eslint-import-resolver-typescript')).createTypeScriptImportResolver(),
      ],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones: [...arrows, ...layers] }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-restricted-syntax': [
        'error',
        ...ofAllCode,
        {
          selector: 'BinaryExpression[operator=/^[!=]==$/] > Literal[value=/^(owner|secretary|officer)$/]',
          message:
            'ask the table of endpoints, or a function of lib/office/office-check.ts or fields/role.ts',
        },
      ],
    },
  },
  {
    // Here roles are data, or these files are the rights.
    files: [
      '**/*.test.ts',
      '**/*.spec.ts',
      'lib/contract/fields/role.ts',
      'lib/office/office-check.ts',
      'lib/office/undo-rights.ts',
      'lib/store/{roles,write-rights}.ts',
      'lib/changes/roles.ts',
      'lib/office-pages/role-form.ts',
      'app/office/roles/*',
      'components/office/role-*',
    ],
    rules: {
      'no-restricted-syntax': ['error', ...ofAllCode],
    },
  },
  {
    files: ['**/*.test.ts', '**/*.fixture.ts'],
    rules: { 'import-x/no-restricted-paths': ['error', { zones: arrows }] },
  },
  {
    // These rules need type information. Tests are exempt, because each test awaits its own promises.
    files: ['app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}', 'lib/**/*.{ts,tsx}', 'server.ts', 'proxy.ts'],
    ignores: ['**/*.test.{ts,tsx}', '**/*.fixture.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { chapterhouse: { rules: { 'own-key': ownKeyRule } } },
    rules: {
      'chapterhouse/own-key': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
    },
  },
  {
    files: ['app/**', 'components/**', 'lib/**'],
    ignores: ['lib/base/config.ts'],
    rules: {
      // Request handling logs only through the one log (lib/server/log.ts).
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'lib/base/config.ts is the only reader of process.env',
        },
      ],
    },
  },
);
