import { needAllWords, startWords } from '../../src/renderer/src/locales/i18n'

/** English, with the words of every page. */
export async function startAllWords(): Promise<void> {
  startWords()
  await needAllWords()
}
