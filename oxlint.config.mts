import { defineConfig } from 'oxlint'

/**
 * Lint rules and type errors in one pass, by the native compiler. `npx oxlint --print-config` also lists the rules of the
 * category.
 */

const TOOL_CONFIGS = ['*.config.ts', '*.config.mjs']

const noDefaultExports = {
  selector: 'ExportDefaultDeclaration',
  message: 'A name found by searching is worth more than a default: export it by name.',
}
const noRawHtml = {
  selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
  message: 'SECURITY: text from the marketplace must never become markup.',
}
const noForgedTx = {
  selector: 'TSAsExpression > TSTypeReference[typeName.name=/^(Tx|DbFile)$/]',
  message: 'Only `inTransaction` hands out a Tx, and only the store has the file (I1).',
}
const hastyKeys = {
  selector:
    'MemberExpression[property.name=/^(keyboard|reload)$/]:matches([object.name="page"], [object.property.name="page"])',
  message:
    'The page may not hear keys yet, or take the focus after them: use the packer’s press, type and reload.',
}

/** What electronegativity looks for, wherever the value is written; see SECURITY.md. */
const weakElectron = [
  `Property[key.name=/^(allowRunningInsecureContent|enableRemoteModule|experimentalFeatures|navigateOnDragDrop|nodeIntegration\\w*|webviewTag)$/][value.value=true]`,
  'Property[key.name=/^(contextIsolation|sandbox|webSecurity)$/][value.value=false]',
  'Property[key.name=/^(additionalArguments|disableBlinkFeatures|enableBlinkFeatures)$/]',
  'MemberExpression[property.name=/^(appendArgument|appendSwitch|executeJavaScript|insertCSS|openExternal|openPath|registerFileProtocol|setAsDefaultProtocolClient|setCertificateVerifyProc)$/]',
  'Literal[value="certificate-error"]',
].map((selector) => ({
  selector,
  message:
    'SECURITY: this weakens a window or leaves the app; if it must be, say why where it is switched off.',
}))

/** Raw IPC would go around the sender check, the parsing and the envelope. */
const RAW_IPC = {
  name: 'electron',
  importNames: ['ipcMain', 'ipcRenderer', 'contextBridge'],
  message: 'SECURITY: raw IPC only under src/main/hosts/electron and src/preload; use the bridge.',
}

/** What any value may do to the types around it: the code has none, and texts from outside are parsed. */
const UNSAFE = [
  'argument',
  'assignment',
  'call',
  'enum-comparison',
  'function-type',
  'member-access',
  'return',
].map((what) => `typescript/no-unsafe-${what}`)

const all = <Level extends 'error' | 'off'>(level: Level, rules: readonly string[]) =>
  Object.fromEntries(rules.map((rule) => [rule, level]))

export default defineConfig({
  options: { typeAware: true, typeCheck: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['node_modules', 'out/', 'dist/', 'test/artifacts/', 'test-results/'],
  plugins: ['typescript', 'unicorn', 'oxc'],
  jsPlugins: [{ name: 'syntax', specifier: 'oxlint-plugin-eslint' }],
  categories: { correctness: 'error' },
  rules: {
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-eval': 'error',
    'prefer-const': 'error',
    // Scanners send control characters, and codes are read letter by letter.
    'no-control-regex': 'off',
    'typescript/no-misused-spread': 'off',
    // Long lists are written as several short ones.
    'unicorn/no-useless-spread': 'off',
  },
  overrides: [
    {
      files: ['**/*.{ts,tsx}'],
      rules: {
        ...all('error', UNSAFE),
        ...all('error', [
          'no-array-constructor',
          'no-new-func',
          'no-var',
          'prefer-rest-params',
          'prefer-spread',
          'typescript/ban-ts-comment',
          'typescript/consistent-type-imports',
          'typescript/no-empty-object-type',
          'typescript/no-explicit-any',
          'typescript/no-namespace',
          'typescript/no-require-imports',
          'typescript/no-unnecessary-type-assertion',
          'typescript/no-unnecessary-type-constraint',
          'typescript/only-throw-error',
          'typescript/prefer-promise-reject-errors',
          'typescript/restrict-plus-operands',
          'typescript/unbound-method',
        ]),
        // `onClick={async …}` is how React is written; the rejection is reported by the rule of floating promises.
        'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
        'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
        'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
        'no-restricted-imports': ['error', { paths: [RAW_IPC] }],
        'syntax/no-restricted-syntax': ['error', noDefaultExports, noRawHtml, noForgedTx, ...weakElectron],
      },
    },
    {
      // The entry hands the whole of electron to its host, which can then be tested with another.
      files: ['src/main/hosts/electron/**', 'src/main/app/index.ts', 'src/preload/**'],
      rules: { 'no-restricted-imports': 'off' },
    },
    {
      files: ['src/renderer/**'],
      plugins: ['typescript', 'unicorn', 'oxc', 'react'],
      rules: {
        ...all('error', [
          'react/rules-of-hooks',
          'react/exhaustive-deps',
          'react/static-components',
          'react/use-memo',
          'react/void-use-memo',
          'react/preserve-manual-memoization',
          'react/incompatible-library',
          'react/immutability',
          'react/globals',
          'react/refs',
          'react/set-state-in-effect',
          'react/error-boundaries',
          'react/purity',
          'react/set-state-in-render',
          'react/unsupported-syntax',
        ]),
        // Store actions are written as methods and use no `this`.
        'typescript/unbound-method': 'off',
      },
    },
    {
      files: ['test/**'],
      rules: {
        // `expect(spy.method)` names a method without calling it.
        'typescript/unbound-method': 'off',
        // What came over a wire is looked at as it is; a wrong guess about it fails the test anyhow.
        ...all(
          'off',
          ['argument', 'assignment', 'member-access', 'return'].map((what) => `typescript/no-unsafe-${what}`),
        ),
        // Code under test must cope with whatever is thrown at it.
        'typescript/only-throw-error': 'off',
        'unicorn/no-thenable': 'off',
        // Fixtures of Playwright that need no other are written so.
        'no-empty-pattern': 'off',
        'typescript/no-useless-default-assignment': 'off',
        'typescript/require-array-sort-compare': 'off',
        'no-restricted-imports': 'off',
      },
    },
    {
      files: ['test/e2e/**'],
      rules: { 'syntax/no-restricted-syntax': ['error', noDefaultExports, noRawHtml, hastyKeys] },
    },
    {
      files: ['src/main/store/db/**', 'src/main/store/recovery/backup.ts', 'test/support/raw-db.ts'],
      rules: { 'syntax/no-restricted-syntax': ['error', noDefaultExports, noRawHtml] },
    },
    { files: TOOL_CONFIGS, rules: { 'syntax/no-restricted-syntax': 'off' } },
  ],
})
