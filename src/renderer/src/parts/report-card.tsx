import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import report from '../ui/report.module.css'

type Props = {
  title: string
  /** Saves the card's table as CSV; absent: there is nothing to save. */
  onSave?: () => void
  disabled?: boolean
  children: ReactNode
}

/** One question of a report and its answer. */
export function ReportCard({ title, onSave, disabled = false, children }: Props) {
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
