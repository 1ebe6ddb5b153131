import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'

const eslint = new ESLint()

/** The rules broken by this text if it stood in that (existing) file. */
async function brokenRules(filePath: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath })
  return (result?.messages ?? []).map((message) => message.ruleId ?? message.message)
}

const OUTSIDE = 'src/main/clock.ts'

describe('the lint rules', () => {
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

  it.each(['page.keyboard.press("Tab")', 'packer.page.reload()'])(
    'catch a hasty %s in e2e tests',
    async (call) => {
      const text = `import { test } from '../support/bench'\ntest('a', async ({ page, packer }) => {\n  await ${call}\n})\n`
      expect(await brokenRules('test/e2e/keyboard.e2e.ts', text)).toContain('no-restricted-syntax')
    },
  )

  it('accept text that keeps them', async () => {
    const text = "import type { Server } from 'node:http'\nexport type Mine = Server\n"
    expect(await brokenRules(OUTSIDE, text)).toEqual([])
  })
})
