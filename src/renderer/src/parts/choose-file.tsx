import { FileButton, type FileButtonProps } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useRef } from 'react'
import type { Words } from '../../../locales/words'
import type { BridgeError } from '../../../shared/contract/result'
import { hasText, wordsOfError } from '../locales/i18n'

/** A button that chooses a file; the same one again counts, too, because somebody may have corrected it. */
export function ChooseFile({ onChange, ...props }: FileButtonProps) {
  const forget = useRef<() => void>(null)
  return (
    <FileButton
      {...props}
      resetRef={forget}
      onChange={(file) => {
        forget.current?.()
        onChange(file)
      }}
    />
  )
}

/** The file's bytes in base64; `null` for one that is too large to be sent or that cannot be read. */
export async function readFileContent(file: File, mostBytes: number): Promise<string | null> {
  if (file.size > mostBytes) return null
  const reader = new FileReader()
  const read = new Promise<void>((resolve) => {
    reader.onloadend = () => resolve()
  })
  reader.readAsDataURL(file)
  await read
  return typeof reader.result === 'string' ? reader.result.slice(reader.result.indexOf(',') + 1) : null
}

/** Tables. Workbooks are offered too, so that choosing one leads to the advice to save it as CSV. */
export const CSV_FILES = '.csv,.tsv,.tab,.txt,.xls,.xlsx,.ods,text/csv,text/plain'

export const CSV_TOO_LARGE: BridgeError = {
  code: 'file_too_large',
  message: 'larger than a request may be',
  fields: { file: 'too_large' },
}

type FileProblem = keyof Words['bulk']['file']['problems']

/** Why main could not read a table. */
export function csvErrorWords(t: TFunction, error: BridgeError): string {
  if (error.code !== 'file_unreadable' && error.code !== 'file_too_large') return wordsOfError(t, error)
  const why = error.fields?.['file'] ?? ''
  const known = hasText(`bulk.file.problems.${why}`) ? (why as FileProblem) : 'unreadable'
  return t(`bulk.file.problems.${known}`)
}
