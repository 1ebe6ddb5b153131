import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

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

export default tseslint.config(
  { ignores: ['out/', 'dist/', 'node_modules/', 'test/artifacts/', 'test-results/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      // `onClick={async …}` is how React is written; the rejection is reported by the promise rule above.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // An interface may ask for a promise where this implementation needs no await.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'no-restricted-imports': ['error', { paths: [RAW_IPC] }],
      'no-restricted-syntax': ['error', noDefaultExports, noRawHtml, noForgedTx, ...weakElectron],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-eval': 'error',
      'no-new-func': 'error',
    },
  },
  {
    // The entry hands the whole of electron to its host, which can then be tested with another.
    files: ['src/main/hosts/electron/**', 'src/main/app/index.ts', 'src/preload/**'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['src/renderer/**'],
    extends: [hooks.configs.flat['recommended-latest']],
    // Store actions are written as methods and use no `this`.
    rules: { '@typescript-eslint/unbound-method': 'off' },
  },
  {
    files: ['test/**'],
    rules: {
      // `expect(spy.method)` names a method without calling it.
      '@typescript-eslint/unbound-method': 'off',
      // What came over a wire is looked at as it is; a wrong guess about it fails the test anyhow.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // Code under test must cope with whatever is thrown at it.
      '@typescript-eslint/only-throw-error': 'off',
      'no-restricted-imports': 'off',
    },
  },
  {
    files: ['**/*.{mjs,cjs}'],
    rules: { eqeqeq: 'error', 'no-eval': 'error', 'no-unused-vars': 'error', 'prefer-const': 'error' },
  },
  {
    files: ['test/e2e/**'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExports, noRawHtml, hastyKeys] },
  },
  {
    files: ['src/main/store/db/**', 'src/main/store/recovery/backup.ts', 'test/support/raw-db.ts'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExports, noRawHtml] },
  },
  { files: TOOL_CONFIGS, rules: { 'no-restricted-syntax': 'off' } },
)
