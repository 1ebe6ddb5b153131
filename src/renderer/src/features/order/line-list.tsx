import { Button, Text } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { LineView, OrderView } from '../../../../shared/contract/views'
import { inBenchOrder } from '../../../../shared/domain/next-step'
import { formatCents } from '../../../../shared/domain/money'
import { useStoreOf } from '../../stores/stores'
import { cancelWaits, packableIds } from '../../stores/order-store'
import { useLocale } from '../../words/i18n'
import { LineRow } from './line-row'
import classes from './order.module.css'

/** The order's goods, to be chosen by click, keyboard or scan; fees apart, never to be chosen. */
export function LineList({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const chosen = useStoreOf('order', (state) => state.chosen)
  const toggle = useStoreOf('order', (state) => state.toggle)
  const currency = useStoreOf('station', (state) => state.bootstrap?.settings.currency ?? 'USD')
  const list = useRef<HTMLDivElement>(null)
  const scanned = useStoreOf('order', (state) => state.scanned)
  const packable = new Set(packableIds(order))
  const isScanned = (lineId: number) => chosen.has(lineId) && scanned.has(lineId)
  useFirstFocus(list, order.orderId)
  useSinking(list, scanned)
  const shipmentIndex = new Map(order.shipments.map(({ shipmentId }, index) => [shipmentId, index + 1]))
  return (
    <>
      <section className={classes['card']} aria-label={t('lines.title')}>
        <ChoiceHead order={order} />
        <div ref={list} onKeyDown={(event) => moveFocus(event, list.current)}>
          {inBenchOrder(order.lines.filter(isGoods), packable, isScanned).map((line) => (
            <LineRow
              key={line.lineId}
              line={line}
              packable={packable.has(line.lineId)}
              chosen={chosen.has(line.lineId)}
              shipmentIndex={line.shipmentId === null ? null : (shipmentIndex.get(line.shipmentId) ?? null)}
              currency={currency}
              onToggle={toggle}
            />
          ))}
        </div>
      </section>
      <Fees lines={order.lines.filter((line) => line.isShippingFee)} currency={currency} />
    </>
  )
}

function isGoods(line: LineView): boolean {
  return !line.isShippingFee
}

function ChoiceHead({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const chosen = useStoreOf('order', (state) => state.chosen.size)
  const chooseAll = useStoreOf('order', (state) => state.chooseAll)
  const chooseNone = useStoreOf('order', (state) => state.chooseNone)
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
      {total > 0 && (
        <>
          <Button variant="default" onClick={chooseAll} disabled={chosen === total}>
            {t('lines.chooseAll')}
          </Button>
          <Button variant="default" onClick={chooseNone} disabled={chosen === 0}>
            {t('lines.chooseNone')}
          </Button>
        </>
      )}
    </div>
  )
}

/** The keyboard begins at the first item, unless the packer is somewhere already. */
function useFirstFocus(list: RefObject<HTMLElement | null>, orderId: number): void {
  useEffect(() => {
    if (document.activeElement !== document.body) return
    list.current?.querySelector<HTMLInputElement>(FREE_BOXES)?.focus({ preventScroll: true })
  }, [list, orderId])
}

/** After a scan the next expected lines are in sight, and a box that sank keeps the keyboard. */
function useSinking(list: RefObject<HTMLElement | null>, scanned: ReadonlySet<number>): void {
  const focused = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      focused.current = list.current?.contains(target as Node) ? (target as HTMLElement) : null
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [list])
  useLayoutEffect(() => {
    if (scanned.size === 0) return
    if (document.activeElement === document.body) focused.current?.focus({ preventScroll: true })
    list.current?.closest('[data-scrolls]')?.scrollTo({ top: 0 })
  }, [list, scanned])
}

const FREE_BOXES = 'input[type=checkbox]:not(:disabled)'

/** Arrow keys go from box to box; Space chooses, as boxes do by themselves. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || list === null) return
  event.preventDefault()
  const boxes = [...list.querySelectorAll<HTMLInputElement>(FREE_BOXES)]
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
