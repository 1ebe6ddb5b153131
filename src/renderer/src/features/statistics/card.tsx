import type { ReactNode } from 'react'
import type { RequestOf } from '../../../../shared/contract/requests'
import type { Table } from '../../../../shared/contract/tables'
import { useAct } from '../../parts/use-read'
import { ReportCard } from '../../parts/report-card'

type Props = {
  title: string
  children: ReactNode
  /** What the button saves; absent: there is nothing to save. */
  file?: { name: RequestOf<'statistics:save'>['name']; table: () => Table }
}

/** One question and its answer. */
export function Card({ title, children, file }: Props) {
  const { perform } = useAct('statistics:save')
  const saving =
    file === undefined ? {} : { onSave: () => void perform({ name: file.name, table: file.table() }) }
  return (
    <ReportCard title={title} {...saving}>
      {children}
    </ReportCard>
  )
}
