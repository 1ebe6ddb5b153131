import { Alert, Button, NativeSelect } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useState } from 'react'
import type { BridgeError } from '../../../../shared/contract/result'
import {
  BULK_KINDS,
  DECIMAL_SIGNS,
  type BulkKind,
  type DecimalSign,
  MOST_BULK_BYTES,
} from '../../../../shared/domain/items/bulk-job'
import { centsAsTyped } from '../../../../shared/domain/orders/money'
import { useLocale, useTranslation } from '../../locales/i18n'
import { ChooseFile, readFileContent, CSV_FILES, CSV_TOO_LARGE, csvErrorWords } from '../../parts/choose-file'
import { useBulk } from '../../parts/use-bulk'
import classes from './bulk.module.css'

/** Starts a bulk change with a file: what it is for, how it writes amounts, and which one. */
export function FileForm({ kind }: { kind: BulkKind }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { chooseFile, fromFile, busy, error: refused } = useBulk()
  const [decimal, setDecimal] = useState<DecimalSign>(
    centsAsTyped(50, locale).includes(',') ? 'comma' : 'point',
  )
  const [name, setName] = useState('')
  const [unreadable, setUnreadable] = useState<BridgeError | null>(null)
  const [isReading, setReading] = useState(false)
  // What becomes of the file is said in this form.
  const isBusy = busy || isReading
  const error = unreadable ?? refused
  const take = async (file: File | null) => {
    if (file === null) return
    setName(file.name)
    setUnreadable(null)
    setReading(true)
    const content = await readFileContent(file, MOST_BULK_BYTES)
    setReading(false)
    if (content === null) return setUnreadable(CSV_TOO_LARGE)
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
          disabled={isBusy}
          onChange={(event) => chooseFile(event.currentTarget.value as BulkKind)}
        />
        <NativeSelect
          label={t('bulk.file.decimal')}
          data={DECIMAL_SIGNS.map((value) => ({ value, label: t(`bulk.file.decimals.${value}`) }))}
          value={decimal}
          disabled={isBusy}
          onChange={(event) => setDecimal(event.currentTarget.value as DecimalSign)}
        />
        <ChooseFile accept={CSV_FILES} onChange={(file) => void take(file)}>
          {(props) => (
            <Button {...props} loading={isBusy} leftSection={<IconFileTypeCsv size={20} aria-hidden />}>
              {t('bulk.file.choose')}
            </Button>
          )}
        </ChooseFile>
        <Button variant="default" disabled={isBusy} onClick={() => chooseFile(null)}>
          {t('bulk.file.cancel')}
        </Button>
      </div>
      {isBusy && name !== '' && <p role="status">{t('bulk.file.reading', { name })}</p>}
      {error !== null && (
        <Alert role="alert" color="red" mt="sm">
          {csvErrorWords(t, error)}
        </Alert>
      )}
    </section>
  )
}
