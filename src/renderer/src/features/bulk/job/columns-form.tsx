import { Alert, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { BulkJobView } from '../../../../../shared/contract/bulk'
import type { BridgeError } from '../../../../../shared/contract/result'
import { DECIMAL_SIGNS, type BulkKind, type DecimalSign } from '../../../../../shared/domain/items/bulk-job'
import { fieldsOf, missingColumns, repeatedColumn } from '../../../../../shared/domain/items/csv-columns'
import { useTranslation } from '../../../locales/i18n'
import { ErrorAlert } from '../../../parts/error-alert'
import { useBulk } from '../../../parts/use-bulk'
import { useRead } from '../../../parts/use-read'
import { useFormGuard } from '../../../scan/use-form-guard'
import { useStoreOf } from '../../../stores/stores'
import { fieldWords } from '../bulk-words'
import classes from '../bulk.module.css'

const FIRST_ROW = { shown: 'all', offset: 0, limit: 1 } as const

type Props = { job: BulkJobView; headings: readonly string[] }

/** What each column of a draft's file is, by its heading, and by hand where no heading says so. */
export function ColumnsForm({ job, headings }: Props) {
  const { t } = useTranslation()
  const { kind, spec } = job
  const [open, setOpen] = useState(missingColumns(kind, spec.columns).length > 0)
  const used = spec.columns.filter((field) => field !== null).length
  return (
    <section className={classes['card']} aria-label={t('bulk.mapping.title')}>
      <div className={classes['cardHead']}>
        <h2 className={classes['cardTitle']}>{t('bulk.mapping.title')}</h2>
        <span className={classes['quiet']}>{t('bulk.mapping.used', { used, count: headings.length })}</span>
        <Button
          variant="subtle"
          aria-expanded={open}
          rightSection={
            open ? <IconChevronUp size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />
          }
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'bulk.mapping.close' : 'bulk.mapping.open')}
        </Button>
      </div>
      <Missing kind={kind} columns={spec.columns} />
      {open && <Columns job={job} headings={headings} />}
    </section>
  )
}

function Missing({ kind, columns }: { kind: BulkKind; columns: readonly (string | null)[] }) {
  const { t } = useTranslation()
  const missing = missingColumns(kind, columns)
  if (missing.length === 0) return null
  const named = missing.map((group) => {
    const fields = group.map((field) => fieldWords(t, field)).join(', ')
    return group.length === 1 ? fields : t('bulk.mapping.oneOf', { fields })
  })
  return (
    <Alert role="status" color="yellow">
      {t('bulk.mapping.missing', { fields: named.join(', ') })}
    </Alert>
  )
}

function Columns({ job, headings }: Props) {
  const { t } = useTranslation()
  const { kind, spec } = job
  const { setUp, busy } = useBulk()
  const first = useRead('bulk:rows', { jobId: job.jobId, ...FIRST_ROW }, { staleOn: ['bulk_changed'] }).value
  const example = first?.rows[0]?.cells ?? null
  const [columns, setColumns] = useState(spec.columns)
  const [decimal, setDecimal] = useState(spec.decimal)
  const [photoSubtype, setPhotoSubtype] = useState(spec.photoSubtype)
  const [error, setError] = useState<BridgeError | null>(null)
  const isChanged =
    columns.some((field, index) => field !== spec.columns[index]) ||
    decimal !== spec.decimal ||
    photoSubtype.trim() !== spec.photoSubtype
  useUnsaved(isChanged)
  const repeated = repeatedColumn(columns)
  const submit = async () => {
    setError(await setUp({ columns: [...columns], decimal, photoSubtype }))
  }
  return (
    <form
      aria-label={t('bulk.mapping.open')}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className={classes['columns']}>
        {headings.map((heading, index) => (
          <NativeSelect
            key={index}
            label={heading === '' ? String(index + 1) : heading}
            description={t('bulk.mapping.example', { cell: example?.[index] || '–' })}
            classNames={{ description: classes['example'] ?? '' }}
            value={columns[index] ?? ''}
            data={[
              { value: '', label: t('bulk.mapping.notUsed') },
              ...choices(kind, heading, columns[index] ?? null).map((value) => ({
                value,
                label: fieldWords(t, value),
              })),
            ]}
            onChange={(event) => {
              const { value } = event.currentTarget
              setColumns(columns.map((field, at) => (at === index ? value || null : field)))
            }}
          />
        ))}
      </div>
      <div className={classes['ruleFields']}>
        <NativeSelect
          label={t('bulk.file.decimal')}
          value={decimal}
          data={DECIMAL_SIGNS.map((value) => ({ value, label: t(`bulk.file.decimals.${value}`) }))}
          onChange={(event) => setDecimal(event.currentTarget.value as DecimalSign)}
        />
        {kind === 'create' && (
          <TextInput
            label={t('bulk.mapping.photoSubtype')}
            maxLength={100}
            value={photoSubtype}
            onChange={(event) => setPhotoSubtype(event.currentTarget.value)}
          />
        )}
        <Button type="submit" disabled={!isChanged || repeated !== null} loading={busy}>
          {t('bulk.mapping.submit')}
        </Button>
      </div>
      {repeated !== null && (
        <Alert role="alert" color="red" mt="sm">
          {t('bulk.mapping.repeated', { field: fieldWords(t, repeated) })}
        </Alert>
      )}
      <ErrorAlert error={error} mt="sm" />
    </form>
  )
}

/** The fields of such a file; a column of photos can also show the view that its heading names. */
function choices(kind: BulkKind, heading: string, chosen: string | null): string[] {
  const fields = [...fieldsOf(kind)]
  const view = heading.trim().slice(0, 100)
  if (kind === 'create' && view !== '') fields.push(`photo.${view.replace(/^photo\./i, '')}`)
  return [...new Set(chosen === null ? fields : [...fields, chosen])]
}

/** The preview shows something else than what is chosen here. */
function useUnsaved(isChanged: boolean): void {
  const holdUnsaved = useStoreOf('screen', (state) => state.holdUnsaved)
  useEffect(() => (isChanged ? holdUnsaved() : undefined), [isChanged, holdUnsaved])
  useFormGuard(isChanged)
}
