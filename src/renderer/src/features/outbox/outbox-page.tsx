import { Alert, SegmentedControl, Text } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutboxView } from '../../../../shared/contract/requests'
import type { BridgeError } from '../../../../shared/contract/result'
import type { OutboxRow } from '../../../../shared/contract/views'
import type { HeldAnswer } from '../../../../shared/domain/operation'
import { useStoreOf } from '../../stores/stores'
import { rowAt } from '../../stores/windowed-list'
import { wordsOfError } from '../../words/i18n'
import { DiscardDialog } from './discard-dialog'
import { OpRow } from './op-row'
import classes from './outbox.module.css'

const VIEWS = ['open', 'held', 'all'] as const satisfies readonly OutboxView[]
const ROW_PX = 96

/** Everything that was confirmed at this station and what became of it. */
export function OutboxPage() {
  const { t } = useTranslation()
  const view = useStoreOf('outbox', (state) => state.view)
  const setView = useStoreOf('outbox', (state) => state.setView)
  const total = useStoreOf('outbox', (state) => state.total)
  const { error, discarding, onAnswer, closeDiscard, onDiscard } = useAnswers()
  return (
    <div className={classes['page']}>
      <div className={classes['tools']}>
        <h1 className={classes['title']}>{t('outbox.title')}</h1>
        <SegmentedControl
          aria-label={t('outbox.viewsLabel')}
          data={VIEWS.map((value) => ({ value, label: t(`outbox.views.${value}`) }))}
          value={view}
          onChange={(value) => setView(value)}
        />
        <Text className={classes['quiet']} aria-live="polite">
          {total === null ? '' : t('outbox.count', { count: total })}
        </Text>
        {error !== null && (
          <Alert role="alert" color="red">
            {wordsOfError(t, error)}
          </Alert>
        )}
      </div>
      <OpList onAnswer={onAnswer} />
      {discarding !== null && <DiscardDialog row={discarding} onClose={closeDiscard} onDiscard={onDiscard} />}
    </div>
  )
}

function useAnswers() {
  const answer = useStoreOf('outbox', (state) => state.answer)
  const [error, setError] = useState<BridgeError | null>(null)
  const [discarding, setDiscarding] = useState<OutboxRow | null>(null)
  const send = (row: OutboxRow, kind: HeldAnswer, reason: string) => {
    setDiscarding(null)
    void answer(row.opUid, kind, reason).then(setError)
  }
  return {
    error,
    discarding,
    onAnswer: (row: OutboxRow, kind: HeldAnswer) =>
      kind === 'discard' ? setDiscarding(row) : send(row, kind, ''),
    closeDiscard: () => setDiscarding(null),
    onDiscard: (row: OutboxRow, reason: string) => send(row, 'discard', reason),
  }
}

function OpList({ onAnswer }: { onAnswer: (row: OutboxRow, answer: HeldAnswer) => void }) {
  const { t } = useTranslation()
  const rows = useStoreOf('outbox', (state) => state)
  const scroller = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- the compiler is not in use
  const virtual = useVirtualizer({
    count: rows.total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  const { show, view } = rows
  useEffect(() => show(first, last), [show, first, last, view])
  return (
    <div ref={scroller} className={classes['list']} role="list" tabIndex={0} aria-label={t('outbox.list')}>
      {rows.error !== null && <div className={classes['empty']}>{wordsOfError(t, rows.error)}</div>}
      {rows.error === null && rows.total === 0 && (
        <div className={classes['empty']}>{t(`outbox.empty.${rows.view}`)}</div>
      )}
      <div className={classes['sizer']} style={{ height: virtual.getTotalSize() }} role="presentation">
        {items.map((item) => (
          <OpRow
            key={item.key}
            index={item.index}
            top={item.start}
            measure={virtual.measureElement}
            row={rowAt(rows, item.index)}
            onAnswer={onAnswer}
          />
        ))}
      </div>
    </div>
  )
}
