import { Button, Alert } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { BridgeError } from '../../../shared/contract/result'
import type { SavedTable } from '../../../shared/contract/tables'
import { useTranslation } from '../locales/i18n'
import report from '../ui/report.module.css'
import { ErrorAlert } from './error-alert'

/** The pieces of a report. */

type CardProps = {
  title: string
  /** Saves the card's table as CSV; absent: there is nothing to save. */
  onSave?: () => void
  disabled?: boolean
  children: ReactNode
}

/** One question of a report and its answer. */
export function ReportCard({ title, onSave, disabled = false, children }: CardProps) {
  const { t } = useTranslation()
  return (
    <section className={report['card']} aria-label={title}>
      <div className={report['cardHead']}>
        <h2 className={report['cardTitle']}>{title}</h2>
        {onSave !== undefined && (
          <Button
            variant="default"
            size="sm"
            h={44}
            leftSection={<IconDownload size={18} aria-hidden />}
            aria-label={t('statistics.csv.saveTable', { table: title })}
            disabled={disabled}
            onClick={onSave}
          >
            {t('statistics.csv.save')}
          </Button>
        )}
      </div>
      {children}
    </section>
  )
}

export type TileTone = 'ok' | 'warn' | 'stop'

type TileProps = {
  name: string
  value: string | null
  tone?: TileTone | undefined
  hint: string
  hintTone?: TileTone | undefined
  /** The exact time that the hint is about. */
  exact?: string | undefined
}

/** One figure of a report, in a list of them. */
export function ReportTile({ name, value, tone, hint, hintTone, exact }: TileProps) {
  return (
    <div className={report['tile']}>
      <dt>{name}</dt>
      <dd className={report['figure']} data-tone={tone}>
        {value}
      </dd>
      <dd className={report['hint']} data-tone={hintTone} title={exact}>
        {hint}
      </dd>
    </div>
  )
}

type NotesProps = { error: BridgeError | null; saved: SavedTable | null }

/** Why a report or its file is missing, and where the last file is. */
export function ReportNotes({ error, saved }: NotesProps) {
  const { t } = useTranslation()
  return (
    <>
      <ErrorAlert error={error} mb="sm" />
      {saved !== null && (
        <Alert role="status" color="green" mb="sm">
          {t('statistics.csv.saved', { count: saved.rows, path: saved.path })}
        </Alert>
      )}
    </>
  )
}

/** A report's definitions, shown on demand. */
export function FiguresExplained({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <details className={report['about']}>
      <summary>{t('statistics.explained')}</summary>
      <p>{children}</p>
    </details>
  )
}
