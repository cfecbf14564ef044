import importX from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import tseslint from 'typescript-eslint';
import { ownKeyRule } from './scripts/own-key-rule.js';

/** Modules that answer requests of the API and the sign-in. */
const service = [
  './lib/membership-service',
  './lib/office-endpoints',
  './lib/membership-records',
  './lib/membership-pages',
  './lib/membership-oauth',
  './lib/openid',
];
/** Modules that the sign-in and its pages may not import. */
const aboveSignIn = ['./lib/office-endpoints', './lib/membership-records', './lib/webhooks'];
const fillers = ['./lib/membership-import', './lib/demonstration'];
/** Modules about members. They are above the store and below the service. */
const aboutMembers = [
  './lib/membership-journal',
  './lib/membership-lists',
  './lib/membership-accounts',
  './lib/membership-changes',
];
const aboveStore = [
  ...aboutMembers,
  './lib/membership-personal-data',
  './lib/membership-archive',
  './lib/membership-erasure',
  './lib/webhooks',
  './lib/mail',
  './lib/missed-searches',
  './lib/membership-notices',
  ...service,
  ...fillers,
];
const serviceSide = [
  ...aboveStore,
  './lib/membership-schema',
  './lib/membership-store',
  './lib/membership-words',
  './lib/installation',
];
const web = [
  './lib/directory',
  './lib/directory-model',
  './lib/members-directory',
  './lib/search-words',
  './lib/account',
  './lib/member-card',
  './lib/office',
  './lib/sso',
];

/**
 * The imports that are forbidden everywhere, also in tests: `target` may not import from `from`. All other imports are
 * allowed.
 */
const arrows = [
  { target: './components', from: './app', message: 'app → components → lib' },
  { target: './lib', from: ['./app', './components'], message: 'app → components → lib' },
  {
    target: [...web, './app', './components', './lib/membership-api', './lib/server'],
    from: [...serviceSide, './lib/sql', './lib/membership-backup', './lib/data-folder', './lib/cli'],
    message: 'The web side knows the API contract only',
  },
  {
    target: './lib/membership-api',
    from: [...serviceSide, ...web],
    message: 'The contract knows neither side',
  },
  {
    target: serviceSide,
    from: [...web, './lib/cli'],
    message: 'The service knows the contract only',
  },
  {
    target: './lib/geo',
    from: './lib',
    except: ['./geo', './edit-distance.ts', './text-key.ts', './look-up.ts'],
    message: 'geo is a leaf',
  },
  {
    target: './lib/messages',
    from: ['./lib', './components', './app'],
    except: ['./messages'],
    message: 'messages imports nothing',
  },
  {
    target: './lib/api-reference',
    from: './lib',
    except: ['./api-reference', './membership-api', './http', './look-up.ts', './theme.ts'],
    message: 'The reference describes the contract only',
  },
  { target: './lib/config.ts', from: './lib', except: ['./config.ts'], message: 'config is a leaf' },
];

/**
 * The imports that are forbidden within the web side, within the service side, and in general modules such as
 * `collections`. Tests are exempt, because they may start a whole service.
 */
const layers = [
  {
    target: [
      './components',
      './app/!(members-only)/**',
      './app/*',
      './lib/!(members-directory)/**',
      './lib/*',
    ],
    from: './lib/members-directory',
    message: 'Only the pages for members and server.ts read what members show only to members (A3)',
  },
  {
    target: './lib/server',
    from: [...web, './lib/chapterhouse.ts'],
    message: 'Pages are passed in to the server',
  },
  {
    target: ['./lib/directory-model', './lib/search-words'],
    from: './lib/directory',
    message: 'directory → directory-model → search-words',
  },
  {
    target: './lib/search-words',
    from: './lib/directory-model',
    message: 'directory → directory-model → search-words',
  },
  {
    target: ['./lib/sso', './lib/member-card'],
    from: './lib/account',
    message: 'account → sso, member-card',
  },
  {
    target: './lib/collections',
    from: './lib',
    except: ['./collections', './edit-distance.ts', './slices.ts', './text-tokens.ts'],
    message: 'collections know nothing of members',
  },
  {
    target: './lib/sql',
    from: './lib',
    except: ['./sql', './config.ts', './slices.ts', './startup-error.ts'],
    message: 'The database drivers know no table',
  },
  {
    target: './lib/data-folder',
    from: './lib',
    except: ['./data-folder', './sql', './startup-error.ts'],
    message: 'The data folder knows no table',
  },
  {
    target: './lib/installation',
    from: './lib',
    except: ['./installation', './membership-schema', './server', './error-code.ts', './startup-error.ts'],
    message: 'The store refuses what does not belong to the installation, so this is below the store',
  },
  {
    target: './lib/membership-backup',
    from: [...service, ...fillers, './lib/cli'],
    message: 'A backup knows the store, its accounts and its webhooks only',
  },
  {
    target: './lib/membership-store',
    from: [...aboveStore, './lib/membership-backup'],
    message:
      'The store is below the lists, the journal, the service, the import, webhooks and the demonstration',
  },
  {
    target: './lib/membership-words',
    from: './lib',
    except: [
      './membership-words',
      './membership-schema',
      './membership-api',
      './text-key.ts',
      './text-tokens.ts',
    ],
    message: 'The words of a member are made from its record',
  },
  {
    target: ['./lib/membership-journal', './lib/membership-lists'],
    from: [...service, ...fillers, './lib/membership-erasure'],
    message: 'The journal and the lists know the store only',
  },
  {
    target: './lib/membership-archive',
    from: [
      ...service,
      ...fillers,
      './lib/membership-journal',
      './lib/membership-lists',
      './lib/membership-changes',
    ],
    message: 'The parts of an archive are rows of the store and the accounts',
  },
  {
    target: './lib/membership-import',
    from: [...service, './lib/membership-journal', './lib/membership-erasure', './lib/demonstration'],
    message: 'The import knows the store and its lists only',
  },
  {
    target: './lib/membership-notices',
    from: [...service, ...fillers, './lib/webhooks', './lib/membership-erasure', './lib/membership-changes'],
    message: 'Reminders know the store, the journal and mail only',
  },
  {
    target: './lib/missed-searches',
    from: [...aboutMembers, ...service, ...fillers, './lib/webhooks', './lib/membership-erasure'],
    message: 'Missed searches know the store only',
  },
  {
    target: './lib/mail',
    from: [...aboutMembers, ...service, ...fillers, './lib/webhooks', './lib/membership-erasure'],
    message: 'Mail knows the store only',
  },
  {
    target: './lib/webhooks',
    from: [...aboutMembers.filter((module) => module !== './lib/membership-journal'), ...service, ...fillers],
    message: 'Webhooks know the store and the journal only',
  },
  {
    target: [...aboutMembers, './lib/membership-import'],
    from: './lib/webhooks',
    message: 'Only the service, a restore and the command know webhooks',
  },
  {
    target: './lib/membership-service',
    from: fillers,
    message: 'Whoever starts the service passes in what fills its database',
  },
  {
    target: ['./lib/!(membership-service|cli)/**', './lib/*.ts'],
    from: './lib/membership-service',
    message: 'Only server.ts and the command start the service',
  },
  {
    target: './lib/membership-office',
    from: './lib',
    except: ['./membership-office', './membership-api'],
    message: 'What roles may do in the office is a table',
  },
  {
    target: ['./lib/membership-accounts', './lib/membership-changes'],
    from: [...service, ...fillers, './lib/membership-erasure'],
    message: 'Accounts and changes of members are below the service: pages → oauth → accounts',
  },
  {
    target: './lib/membership-personal-data',
    from: [...service, ...fillers],
    message: 'What is held about a person is read from the store, the journal, the lists and the accounts',
  },
  {
    target: [...aboutMembers, './lib/membership-store'],
    from: './lib/membership-personal-data',
    message: 'It is above the store, the journal, the lists and the accounts',
  },
  {
    target: './lib/membership-erasure',
    from: [...service, ...fillers, './lib/membership-backup'],
    message: 'The erasure is below the service',
  },
  {
    target: ['./lib/membership-oauth', './lib/openid'],
    from: [...fillers, ...aboveSignIn, './lib/membership-pages'],
    message: 'pages → openid → oauth → accounts',
  },
  {
    target: './lib/membership-pages',
    from: [...fillers, ...aboveSignIn],
    message: 'service → pages → openid → oauth → accounts',
  },
  {
    target: './lib/office-endpoints',
    from: [...fillers, './lib/membership-pages'],
    message: 'service → office endpoints → records → oauth',
  },
  {
    target: './lib/membership-records',
    from: [...fillers, './lib/membership-pages', './lib/office-endpoints'],
    message: 'service → office endpoints → records → oauth',
  },
  { target: './lib/membership-oauth', from: './lib/openid', message: 'pages → openid → oauth → accounts' },
  {
    target: './lib/membership-schema',
    from: './lib',
    except: ['./membership-schema', './membership-api', './sql'],
    message: 'The tables know the contract only',
  },
  {
    target: './lib/demonstration',
    from: './lib/membership-pages',
    message: 'Whoever loads the demonstration passes in what issues passwords and clients',
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
      // no-cycle follows imports only into files of these kinds.
      'import-x/extensions': ['.ts', '.tsx'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      'import-x/resolver-next': [
        (await import('eslint-import-resolver-typescript')).createTypeScriptImportResolver(),
      ],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones: [...arrows, ...layers] }],
      'import-x/no-cycle': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ObjectExpression > SpreadElement > ObjectExpression',
          message: 'write the properties without the spread',
        },
        {
          selector: "MemberExpression[object.name='vi'][property.name='waitFor']",
          message: 'use waitFor of lib/wait-for.fixture.ts, which has a longer limit',
        },
      ],
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
    ignores: ['lib/config.ts'],
    rules: {
      // Request handling logs only through the one log (lib/server/log.ts).
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'lib/config.ts is the only reader of process.env' },
      ],
    },
  },
);
