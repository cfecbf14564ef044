import importX from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import tseslint from 'typescript-eslint';

/** What each room may import. Everything not named here is open to it. */
const arrows = [
  { target: './components', from: './app', message: 'app → components → lib' },
  { target: './lib', from: ['./app', './components'], message: 'app → components → lib' },
  {
    target: [
      './app',
      './components',
      './lib/directory',
      './lib/account',
      './lib/sso',
      './lib/membership-api',
      './lib/server',
    ],
    from: ['./lib/membership-service', './lib/cli'],
    message: 'The web side knows the API contract only',
  },
  {
    target: './lib/membership-api',
    from: ['./lib/directory', './lib/account', './lib/sso'],
    message: 'The contract knows neither side',
  },
  {
    target: './lib/membership-service',
    from: ['./lib/directory', './lib/account', './lib/sso', './lib/cli'],
    message: 'The service knows the contract only',
  },
  { target: './lib/geo', from: './lib', except: ['./geo', './text-key.ts'], message: 'geo is a leaf' },
  { target: './lib/config.ts', from: './lib', except: ['./config.ts'], message: 'config is a leaf' },
];

export default tseslint.config(
  {
    ignores: [
      '.next/**',
      '.next-*/**',
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
      'import-x/no-restricted-paths': ['error', { zones: arrows }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['app/**', 'components/**', 'lib/**'],
    ignores: ['lib/config.ts'],
    rules: {
      // What happens in requests goes through the one log (lib/server/log.ts).
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'lib/config.ts is the only reader of process.env' },
      ],
    },
  },
);
