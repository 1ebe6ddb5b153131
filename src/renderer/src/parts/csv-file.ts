import type { TFunction } from 'i18next'
import type { Words } from '../../../locales/words'
import type { BridgeError } from '../../../shared/contract/result'
import { hasText, wordsOfError } from '../locales/i18n'

/** A table that a person chooses, on its way to main. */

/** Workbooks are offered too, so that choosing one leads to the advice to save it as CSV. */
export const CSV_FILES = '.csv,.tsv,.tab,.txt,.xls,.xlsx,.ods,text/csv,text/plain'

export const CSV_TOO_LARGE: BridgeError = {
  code: 'file_too_large',
  message: 'larger than a request may be',
  fields: { file: 'too_large' },
}

type FileProblem = keyof Words['bulk']['file']['problems']

/** Why main could not read it. */
export function csvErrorWords(t: TFunction, error: BridgeError): string {
  if (error.code !== 'file_unreadable' && error.code !== 'file_too_large') return wordsOfError(t, error)
  const why = error.fields?.['file'] ?? ''
  const known = hasText(`bulk.file.problems.${why}`) ? (why as FileProblem) : 'unreadable'
  return t(`bulk.file.problems.${known}`)
}
