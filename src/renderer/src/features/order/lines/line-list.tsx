import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { OrderView } from '../../../../../shared/contract/views'
import { isPacked } from '../../../../../shared/domain/orders/selection'
import { inBlocks } from '../../../../../shared/domain/orders/next-step'
import { useTranslation } from '../../../locales/i18n'
import { packableIds } from '../../../stores/order-store'
import { useStoreOf } from '../../../stores/stores'
import { LineBlock } from './line-block'
import { type BenchLine, LineRow } from './line-row'
import classes from '../order.module.css'
import { freeBoxes, useFirstFocus, useSinking } from './use-sinking'

/**
 * The order's goods, which can be chosen by click, keyboard or scan: those still to scan on top, then the scanned ones,
 * then those in a parcel; those of a canceled order apart. Fees are no goods, and not here.
 */
export function LineList({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => benchLines(order), [order])
  const blocks = useMemo(() => inBlocks(lines, BLOCK_LINES), [lines])
  const shown = useGrowing(blocks)
  const inSight = blocks.slice(0, shown)
  const packed = lines.some((line) => line.packed)
  const leftOut = lines.some((line) => !line.packable && !line.packed)
  // Before the first focus event, which it must not miss.
  useSinking(list)
  useFirstFocus(list, order.orderId)
  return (
    <section aria-label={t('lines.title')}>
      <div ref={list} onKeyDown={(event) => moveFocus(event, list.current)}>
        <div className={classes['toScan']}>
          {inSight.map((block, index) => (
            <LineBlock key={index} part="expected" lines={block} />
          ))}
        </div>
        <ScannedHead />
        <ScannedLines lines={lines} />
        {leftOut && <PartHead>{t('lines.leftOutPart')}</PartHead>}
        {leftOut && inSight.map((block, index) => <LineBlock key={index} part="left_out" lines={block} />)}
        {packed && <PartHead>{t('lines.packedPart')}</PartHead>}
        {inSight.map((block, index) => (
          <LineBlock key={index} part="packed" lines={block} />
        ))}
      </div>
    </section>
  )
}

function PartHead({ children }: { children: ReactNode }) {
  return <h2 className={classes['part']}>{children}</h2>
}

const ScannedHead = memo(function ScannedHead() {
  const { t } = useTranslation()
  const any = useStoreOf('order', ({ scanned, chosen }) => [...scanned].some((lineId) => chosen.has(lineId)))
  return any ? <PartHead>{t('lines.scannedPart')}</PartHead> : null
})

/** A scan rerenders only two blocks, so that its answer takes the same time however long the order is. */
const BLOCK_LINES = 20

/**
 * How many blocks are rendered: at first those that can be visible, then one after the other, with frames in between.
 */
function useGrowing(blocks: readonly BenchLine[][]): number {
  const [shown, setShown] = useState(() => {
    const firstToPack = blocks.findIndex((lines) => lines.some(({ packable }) => packable))
    return Math.max(0, firstToPack) + BLOCKS_IN_SIGHT
  })
  const whole = shown >= blocks.length
  useEffect(() => {
    if (whole) return
    const timer = setInterval(() => setShown((before) => before + 1), GROW_MS)
    return () => clearInterval(timer)
  }, [whole])
  return shown
}

const BLOCKS_IN_SIGHT = 2
const GROW_MS = 20

function benchLines(order: OrderView): BenchLine[] {
  const packable = new Set(packableIds(order))
  const shipmentOf = new Map(order.shipments.map((shipment) => [shipment.shipmentId, shipment]))
  const places = new Map(order.shipments.map(({ shipmentId }, index) => [shipmentId, index + 1]))
  return order.lines
    .filter((line) => !line.isShippingFee)
    .map((line) => ({
      line,
      packable: packable.has(line.lineId),
      packed: isPacked(line),
      held: order.bench !== null,
      shipmentIndex: line.shipmentId === null ? null : (places.get(line.shipmentId) ?? null),
      byHand: shipmentOf.get(line.shipmentId ?? '')?.byHand?.includes(line.lineId) ?? false,
    }))
}

/** Arrow keys move between checkboxes; Space toggles them natively. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || list === null) return
  event.preventDefault()
  const boxes = freeBoxes(list)
  const present = boxes.findIndex((box) => box === document.activeElement)
  boxes[Math.max(0, Math.min(present + step, boxes.length - 1))]?.focus()
}

/** Scanned lines, the newest on top. */
function ScannedLines({ lines }: { lines: readonly BenchLine[] }) {
  const scanned = useStoreOf('order', (state) => state.scanned)
  const chosen = useStoreOf('order', (state) => state.chosen)
  const byId = useMemo(() => new Map(lines.map((bench) => [bench.line.lineId, bench])), [lines])
  const here = [...scanned].filter((lineId) => chosen.has(lineId) && byId.get(lineId)?.packable === true)
  // Cut from the oldest on: a scan changes only the newest block.
  return inBlocks(here, BLOCK_LINES)
    .map((lineIds, index) => <Block key={index} lineIds={lineIds.join(' ')} byId={byId} />)
    .reverse()
}

type BlockProps = {
  /** A text, because equal texts cause no rerender. */
  lineIds: string
  byId: ReadonlyMap<number, BenchLine>
}

const Block = memo(function Block({ lineIds, byId }: BlockProps) {
  const toggle = useStoreOf('scan', (state) => state.toggle)
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
