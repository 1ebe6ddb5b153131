import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'

const eslint = new ESLint()
/** For rules that only look at the text: without the types of all tests, which take ten seconds to load. */
const untyped = new ESLint({ overrideConfig: tseslint.configs.disableTypeChecked })

/** The rules that this text would break in that (existing) file. */
async function brokenRules(filePath: string, text: string, linter = eslint): Promise<string[]> {
  const [result] = await linter.lintText(text, { filePath })
  return (result?.messages ?? []).map((message) => message.ruleId ?? message.message)
}

const OUTSIDE = 'src/main/base/clock.ts'

// The first test loads the types of all sources.
describe('the lint rules', { timeout: 180_000 }, () => {
  it.each([
    ['raw ipcMain', 'no-restricted-imports', "import { ipcMain } from 'electron'\nipcMain.emit('x')\n"],
    [
      'raw ipcRenderer',
      'no-restricted-imports',
      "import { ipcRenderer } from 'electron'\nipcRenderer.send('x')\n",
    ],
    ['a default export', 'no-restricted-syntax', 'export default 1\n'],
    [
      'a promise nobody waits for',
      '@typescript-eslint/no-floating-promises',
      'Promise.resolve(1)\nexport const one = 1\n',
    ],
    [
      'a type imported as a value',
      '@typescript-eslint/consistent-type-imports',
      "import { Server } from 'node:http'\nexport type Mine = Server\n",
    ],
    [
      'a state left out of a switch',
      '@typescript-eslint/switch-exhaustiveness-check',
      "export function f(s: 'a' | 'b') {\n  switch (s) {\n    case 'a':\n      return 1\n  }\n}\n",
    ],
  ])('catch %s', async (_what, rule, text) => {
    expect(await brokenRules(OUTSIDE, text)).toEqual([rule])
  })

  it.each([
    'export const webPreferences = { preload: "x", contextIsolation: false }',
    'export const webPreferences = { nodeIntegrationInWorker: true }',
    'export const open = (shell: { openExternal(url: string): void }) => shell.openExternal("x")',
    'export const event = "certificate-error"',
  ])('catch what weakens Electron: %s', async (text) => {
    expect(await brokenRules('src/main/hosts/electron/window-options.ts', `${text}\n`, untyped)).toEqual([
      'no-restricted-syntax',
    ])
  })

  it.each(['page.keyboard.press("Tab")', 'packer.page.reload()'])(
    'catch a hasty %s in e2e tests',
    async (call) => {
      const text = `import { test } from '../support/bench'\ntest('a', async ({ page, packer }) => {\n  await ${call}\n})\n`
      expect(await brokenRules('test/e2e/keyboard.e2e.ts', text, untyped)).toContain('no-restricted-syntax')
    },
  )

  it('accept text that keeps them', async () => {
    const text = "import type { Server } from 'node:http'\nexport type Mine = Server\n"
    expect(await brokenRules(OUTSIDE, text)).toEqual([])
  })
})
