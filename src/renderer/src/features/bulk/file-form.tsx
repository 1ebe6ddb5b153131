import { Alert, Button, FileButton, NativeSelect } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import type { BridgeError } from '../../../../shared/contract/result'
import {
  BULK_KINDS,
  DECIMAL_SIGNS,
  type BulkKind,
  type DecimalSign,
  MOST_BULK_BYTES,
} from '../../../../shared/domain/items/bulk-job'
import { centsAsTyped } from '../../../../shared/domain/orders/money'
import { hasText, useLocale, wordsOfError } from '../../locales/i18n'
import type { Words } from '../../../../locales/words'
import { useStoreOf } from '../../stores/stores'
import classes from './bulk.module.css'

const TOO_LARGE: BridgeError = { code: 'file_too_large', message: 'larger than a request may be' }

/** Workbooks are offered too, so that choosing one leads to the advice to save it as CSV. */
const ACCEPTED = '.csv,.tsv,.tab,.txt,.xls,.xlsx,.ods,text/csv,text/plain'

/** Starts a bulk change with a file: what it is for, how it writes amounts, and which one. */
export function FileForm({ kind }: { kind: BulkKind }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const chooseFile = useStoreOf('bulk', (state) => state.chooseFile)
  const fromFile = useStoreOf('bulk', (state) => state.fromFile)
  const busy = useStoreOf('bulk', (state) => state.busy)
  const refused = useStoreOf('bulk', (state) => state.error)
  const [decimal, setDecimal] = useState<DecimalSign>(
    centsAsTyped(50, locale).includes(',') ? 'comma' : 'point',
  )
  const [name, setName] = useState('')
  const [unreadable, setUnreadable] = useState<BridgeError | null>(null)
  const error = unreadable ?? refused
  const take = async (file: File | null) => {
    if (file === null) return
    setName(file.name)
    setUnreadable(null)
    const content = await readCsvFile(file)
    if (content === null) return setUnreadable(TOO_LARGE)
    await fromFile({ kind, name: file.name, content, decimal })
  }
  return (
    <section className={classes['card']} aria-label={t('bulk.file.title')}>
      <h2 className={classes['cardTitle']}>{t('bulk.file.title')}</h2>
      <p className={classes['hint']}>{t('bulk.file.about')}</p>
      <div className={classes['ruleFields']}>
        <NativeSelect
          label={t('bulk.file.kind')}
          data={BULK_KINDS.map((value) => ({ value, label: t(`bulk.kinds.${value}`) }))}
          value={kind}
          onChange={(event) => chooseFile(event.currentTarget.value as BulkKind)}
        />
        <NativeSelect
          label={t('bulk.file.decimal')}
          data={DECIMAL_SIGNS.map((value) => ({ value, label: t(`bulk.file.decimals.${value}`) }))}
          value={decimal}
          onChange={(event) => setDecimal(event.currentTarget.value as DecimalSign)}
        />
        <FileButton accept={ACCEPTED} onChange={(file) => void take(file)}>
          {(props) => (
            <Button {...props} loading={busy} leftSection={<IconFileTypeCsv size={20} aria-hidden />}>
              {t('bulk.file.choose')}
            </Button>
          )}
        </FileButton>
        <Button variant="default" onClick={() => chooseFile(null)}>
          {t('bulk.file.cancel')}
        </Button>
      </div>
      {busy && name !== '' && <p role="status">{t('bulk.file.reading', { name })}</p>}
      {error !== null && (
        <Alert role="alert" color="red" mt="sm">
          {fileErrorWords(t, error)}
        </Alert>
      )}
    </section>
  )
}

type FileProblem = keyof Words['bulk']['file']['problems']

function fileErrorWords(t: TFunction, error: BridgeError): string {
  if (error.code === 'file_too_large') return t('bulk.file.problems.too_large')
  if (error.code !== 'file_unreadable') return wordsOfError(t, error)
  const why = error.fields?.['file'] ?? ''
  const known = hasText(`bulk.file.problems.${why}`) ? (why as FileProblem) : 'unreadable'
  return t(`bulk.file.problems.${known}`)
}

/** The file's bytes in base64; `null` for one that is too large to be sent or that cannot be read. */
async function readCsvFile(file: File): Promise<string | null> {
  if (file.size > MOST_BULK_BYTES) return null
  const reader = new FileReader()
  const read = new Promise<void>((resolve) => {
    reader.onloadend = () => resolve()
  })
  reader.readAsDataURL(file)
  await read
  return typeof reader.result === 'string' ? reader.result.slice(reader.result.indexOf(',') + 1) : null
}
