import { Button, Text } from '@mantine/core'
import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { LineView, OrderView } from '../../../../shared/contract/views'
import { formatCents } from '../../../../shared/domain/orders/money'
import { BENCH_PARTS, inBlocks } from '../../../../shared/domain/orders/next-step'
import { useStoreOf } from '../../stores/stores'
import { cancelWaits, packableIds } from '../../stores/order-store'
import { useLocale } from '../../locales/i18n'
import { LineBlock } from './line-block'
import type { BenchLine } from './line-row'
import classes from './order.module.css'
import { freeBoxes, useFirstFocus, useSinking } from './use-sinking'

/**
 * The order's goods, which can be chosen by click, keyboard or scan; fees separately, because they cannot be chosen.
 */
export function LineList({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const currency = useStoreOf('station', (state) => state.bootstrap?.settings.currency ?? 'USD')
  const list = useRef<HTMLDivElement>(null)
  const blocks = useMemo(() => inBlocks(benchLines(order), BLOCK_LINES), [order])
  const shown = useGrowing(blocks)
  // Before the first focus event, which it must not miss.
  useSinking(list)
  useFirstFocus(list, order.orderId)
  return (
    <>
      <section className={classes['card']} aria-label={t('lines.title')}>
        <ChoiceHead order={order} />
        <div ref={list} onKeyDown={(event) => moveFocus(event, list.current)}>
          {BENCH_PARTS.map((part) =>
            blocks
              .slice(0, shown)
              .map((lines, index) => (
                <LineBlock key={`${part}-${index}`} part={part} lines={lines} currency={currency} />
              )),
          )}
        </div>
      </section>
      <Fees lines={order.lines.filter((line) => line.isShippingFee)} currency={currency} />
    </>
  )
}

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
  const places = new Map(order.shipments.map(({ shipmentId }, index) => [shipmentId, index + 1]))
  return order.lines
    .filter((line) => !line.isShippingFee)
    .map((line) => ({
      line,
      packable: packable.has(line.lineId),
      held: order.bench !== null,
      shipmentIndex: line.shipmentId === null ? null : (places.get(line.shipmentId) ?? null),
    }))
}

function ChoiceHead({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const chosen = useStoreOf('order', (state) => state.chosen.size)
  const total = packableIds(order).length
  return (
    <div className={`${classes['cardHead']} ${classes['choice']}`}>
      <h2 className={classes['cardTitle']}>{t('lines.title')}</h2>
      <span className={classes['count']} data-testid="chosen">
        {total > 0 && t('lines.chosen', { chosen, total })}
      </span>
      {total === 0 && !order.canceled && !cancelWaits(order) && (
        <Text className={classes['quiet']}>{t('lines.allPacked')}</Text>
      )}
      <span className={classes['spacer']} />
      {total > 0 && <ChoiceButtons all={chosen === total || order.bench !== null} none={chosen === 0} />}
    </div>
  )
}

/** `all`, `none`: which button has nothing left to do. */
const ChoiceButtons = memo(function ChoiceButtons({ all, none }: { all: boolean; none: boolean }) {
  const { t } = useTranslation()
  const chooseAll = useStoreOf('order', (state) => state.chooseAll)
  const chooseNone = useStoreOf('order', (state) => state.chooseNone)
  return (
    <>
      <Button variant="default" onClick={chooseAll} disabled={all}>
        {t('lines.chooseAll')}
      </Button>
      <Button variant="default" onClick={chooseNone} disabled={none}>
        {t('lines.chooseNone')}
      </Button>
    </>
  )
})

/** Arrow keys move between checkboxes; Space toggles them natively. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || list === null) return
  event.preventDefault()
  const boxes = freeBoxes(list)
  const present = boxes.findIndex((box) => box === document.activeElement)
  boxes[Math.max(0, Math.min(present + step, boxes.length - 1))]?.focus()
}

function Fees({ lines, currency }: { lines: readonly LineView[]; currency: string }) {
  const { t } = useTranslation()
  const locale = useLocale()
  if (lines.length === 0) return null
  return (
    <section className={classes['card']} aria-label={t('lines.fees')}>
      <h2 className={classes['cardTitle']}>{t('lines.fees')}</h2>
      {lines.map((line) => (
        <div key={line.lineId} className={classes['note']}>
          <span>{line.title ?? t('lines.fee')}</span>
          <span className={classes['quiet']}>{t('lines.feeHint')}</span>
          <span className={classes['spacer']} />
          {line.amountCents !== null && <span>{formatCents(line.amountCents, currency, locale)}</span>}
        </div>
      ))}
    </section>
  )
}
