import type { ReactNode } from 'react'
import type { RequestOf } from '../../../../shared/contract/requests'
import type { Table } from '../../../../shared/contract/tables'
import { ReportCard } from '../../parts/report-card'
import { useStoreOf } from '../../stores/stores'

type Props = {
  title: string
  children: ReactNode
  /** What the button saves; absent: there is nothing to save. */
  file?: { name: RequestOf<'statistics:save'>['name']; table: () => Table }
}

/** One question and its answer. */
export function Card({ title, children, file }: Props) {
  const save = useStoreOf('statistics', (state) => state.save)
  const saving = file === undefined ? {} : { onSave: () => void save(file.name, file.table()) }
  return (
    <ReportCard title={title} {...saving}>
      {children}
    </ReportCard>
  )
}
