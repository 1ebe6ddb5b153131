import { memo, useMemo } from 'react'
import { inBlocks } from '../../../../shared/domain/orders/next-step'
import { useStoreOf } from '../../stores/stores'
import { LineRow, type BenchLine } from './line-row'
import classes from './order.module.css'

/** Scanned lines, the newest on top. */
export function ScannedLines({ lines }: { lines: readonly BenchLine[] }) {
  const scanned = useStoreOf('order', (state) => state.scanned)
  const chosen = useStoreOf('order', (state) => state.chosen)
  const byId = useMemo(() => new Map(lines.map((bench) => [bench.line.lineId, bench])), [lines])
  const here = [...scanned].filter((lineId) => chosen.has(lineId) && byId.get(lineId)?.packable === true)
  // Cut from the oldest on: a scan changes only the newest block.
  return inBlocks(here, BLOCK_LINES)
    .map((lineIds, index) => <Block key={index} lineIds={lineIds.join(' ')} byId={byId} />)
    .reverse()
}

const BLOCK_LINES = 20

type Props = {
  /** A text, because equal texts cause no rerender. */
  lineIds: string
  byId: ReadonlyMap<number, BenchLine>
}

const Block = memo(function Block({ lineIds, byId }: Props) {
  const toggle = useStoreOf('order', (state) => state.toggle)
  const lines = lineIds
    .split(' ')
    .map((lineId) => byId.get(Number(lineId)))
    .filter((bench) => bench !== undefined)
  return (
    <div className={classes['block']} style={{ containIntrinsicHeight: `auto ${lines.length * ROW_PX}px` }}>
      {lines.toReversed().map((bench) => (
        <LineRow key={bench.line.lineId} {...bench} chosen folded onToggle={toggle} />
      ))}
    </div>
  )
})

/** Estimated height of a row until it has been on screen. */
const ROW_PX = 46
