import { memo } from 'react'
import { benchPartOf, type BenchPart } from '../../../../shared/domain/orders/next-step'
import type { OrderState } from '../../stores/order-store'
import { useStoreOf } from '../../stores/stores'
import { LineRow, type BenchLine } from './line-row'
import classes from './order.module.css'

type Props = {
  part: BenchPart
  lines: readonly BenchLine[]
  currency: string
}

/** A few adjacent lines in one part of the bench; off screen they are neither styled nor laid out. */
export const LineBlock = memo(function LineBlock({ part, lines, currency }: Props) {
  const marks = useStoreOf('order', (state) => marksOf(part, lines, state))
  const toggle = useStoreOf('order', (state) => state.toggle)
  const here = lines.filter((_, index) => marks[index] !== AWAY)
  if (here.length === 0) return null
  return (
    <div className={classes['block']} style={{ containIntrinsicHeight: `auto ${here.length * ROW_PX}px` }}>
      {here.map((bench) => (
        <LineRow
          key={bench.line.lineId}
          {...bench}
          chosen={marks[lines.indexOf(bench)] === CHOSEN}
          currency={currency}
          onToggle={toggle}
        />
      ))}
    </div>
  )
})

/** Estimated height of a row until it has been on screen. */
const ROW_PX = 115

const [AWAY, FREE, CHOSEN] = ['-', 'f', 'c']

/**
 * One character per line: whether it is in this part, and chosen. A string, because equal strings cause no rerender.
 */
function marksOf(
  part: BenchPart,
  lines: readonly BenchLine[],
  { chosen, scanned }: Pick<OrderState, 'chosen' | 'scanned'>,
): string {
  let marks = ''
  for (const { line, packable } of lines) {
    const isChosen = chosen.has(line.lineId)
    const here = benchPartOf(packable, isChosen, scanned.has(line.lineId)) === part
    marks += !here ? AWAY : isChosen ? CHOSEN : FREE
  }
  return marks
}
