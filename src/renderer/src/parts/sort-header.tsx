import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import classes from './sort-header.module.css'

export type Sort<By extends string> = { by: By; descending: boolean }

type Props<By extends string> = {
  label: string
  by: By
  /** What the list is sorted by now. */
  sort: Sort<By> | null
  onSort: (by: By) => void
}

/** The head of a column that sorts the whole list. */
export function SortHeader<By extends string>({ label, by, sort, onSort }: Props<By>) {
  const sorted = sort?.by === by ? sort : null
  const Icon = sorted === null ? IconArrowsSort : sorted.descending ? IconArrowDown : IconArrowUp
  return (
    <div
      role="columnheader"
      aria-sort={sorted === null ? 'none' : sorted.descending ? 'descending' : 'ascending'}
    >
      <button
        type="button"
        className={`${classes['button']} ${sorted === null ? '' : classes['sorted']}`}
        onClick={() => onSort(by)}
      >
        {label}
        <Icon size={16} aria-hidden />
      </button>
    </div>
  )
}
