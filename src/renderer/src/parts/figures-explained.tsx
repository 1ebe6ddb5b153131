import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import report from '../ui/report.module.css'

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
