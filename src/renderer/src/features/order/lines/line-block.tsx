import { memo } from 'react'
import { benchPartOf } from '../../../../../shared/domain/orders/next-step'
import type { OrderState } from '../../../stores/order-state'
import { useStoreOf } from '../../../stores/stores'
import { LineRow, type BenchLine } from './line-row'
import classes from '../order.module.css'

type Part = 'expected' | 'packed' | 'left_out'
type Props = { part: Part; lines: readonly BenchLine[] }

/** A few adjacent lines in one part of the bench; off screen they are neither styled nor laid out. */
export const LineBlock = memo(function LineBlock({ part, lines }: Props) {
  const marks = useStoreOf('order', (state) => marksOf(part, lines, state))
  const toggle = useStoreOf('scan', (state) => state.toggle)
  const here = lines.filter((_, index) => marks[index] !== AWAY)
  if (here.length === 0) return null
  const folded = part === 'packed'
  return (
    <div
      className={classes['block']}
      style={{ containIntrinsicHeight: `auto ${here.length * (folded ? FOLDED_PX : ROW_PX)}px` }}
    >
      {here.map((bench) => (
        <LineRow
          key={bench.line.lineId}
          {...bench}
          chosen={marks[lines.indexOf(bench)] === CHOSEN}
          // A line that was scanned is among the scanned ones.
          byHand={bench.byHand || marks[lines.indexOf(bench)] === CHOSEN}
          folded={folded}
          onToggle={toggle}
        />
      ))}
    </div>
  )
})

/** Estimated height of a row until it has been on screen. */
const ROW_PX = 90
const FOLDED_PX = 46

const [AWAY, FREE, CHOSEN] = ['-', 'f', 'c']

/**
 * One character per line: whether it is in this part, and chosen. A string, because equal strings cause no rerender.
 */
function marksOf(
  part: Part,
  lines: readonly BenchLine[],
  { chosen, scanned }: Pick<OrderState, 'chosen' | 'scanned'>,
): string {
  let marks = ''
  for (const bench of lines) {
    const { lineId } = bench.line
    const isChosen = chosen.has(lineId)
    const here = benchPartOf(bench, isChosen, scanned.has(lineId)) === part
    marks += !here ? AWAY : isChosen ? CHOSEN : FREE
  }
  return marks
}
