import { expect, test } from 'vitest'
import { PRINT_WORDS } from '../../../../src/main/print/words/all'
import { DICTIONARIES } from '../../../support/dictionaries'
import { LOCALES } from '../../../../src/shared/domain/station/locale'
import { COMMAND_NAMES } from '../../../../src/shared/domain/scanning/command'

/** French has non-breaking spaces on the screen. */
const plain = (words: string) => words.replace(/[\u00a0\u202f]/g, ' ')

test.each(LOCALES)('%s: the printed sheet uses the screen’s names of commands', (locale) => {
  const { names, does } = DICTIONARIES[locale].commands
  for (const command of COMMAND_NAMES)
    expect(PRINT_WORDS[locale].commands.of[command]).toEqual({
      name: plain(names[command]),
      does: plain(does[command]),
    })
})
