import { Button, Select, VisuallyHidden } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { SlotElsewhere } from '../../../../shared/contract/neighbors'
import type { SlotView } from '../../../../shared/contract/put-wall'
import type { BridgeError } from '../../../../shared/contract/result'
import { FEWEST_SLOTS, MOST_SLOTS } from '../../../../shared/domain/put-wall/slot'
import { ErrorAlert } from '../../parts/error-alert'
import { PrintResult } from '../../parts/print-result'
import { useRead } from '../../parts/use-read'
import { useStoreOf, useStores } from '../../stores/stores'
import { wordsOfError, useTranslation } from '../../locales/i18n'
import classes from './put-wall.module.css'
import { nameOf } from './told-at-wall'
import { useWallScans, WALL_READ } from './use-wall-scans'

/** The slots of the put wall: items are sorted into them scan by scan, and complete orders are packed out of them. */
export function PutWallPage() {
  const { t } = useTranslation()
  const { value: wall, error } = useRead(...WALL_READ, { staleOn: ['orders_changed'] })
  const { open, clear } = useWallScans()
  const { print } = useStores().printing
  const go = useStoreOf('screen', (state) => state.go)
  const last = useLastSlot()
  const taken = new Map(wall?.taken.map((one) => [one.slot, one]))
  // A wall that was made smaller still shows what is in it.
  const highest = Math.max(wall?.slots ?? 0, ...taken.keys())
  return (
    <div className={classes['page']}>
      <VisuallyHidden component="h1">{t('putWall.title')}</VisuallyHidden>
      <div className={classes['tools']}>
        <Button variant="default" onClick={() => go('queue')}>
          {t('putWall.back')}
        </Button>
        <SlotCount />
        <Button
          variant="default"
          leftSection={<IconPrinter size={20} aria-hidden />}
          onClick={() => void print({ kind: 'put_wall_plan' })}
        >
          {t('putWall.printPlan')}
        </Button>
      </div>
      <div className={classes['notes']}>
        <ErrorAlert error={error} />
        <PrintResult isOurs={({ kind }) => kind === 'put_wall_plan'} />
      </div>
      <ol className={classes['slots']} aria-label={t('putWall.slots')} data-scrolls tabIndex={0}>
        {wall !== null &&
          Array.from({ length: highest }, (_, index) => index + 1).map((slot) => (
            <Slot
              key={slot}
              slot={slot}
              view={taken.get(slot) ?? null}
              also={wall.elsewhere.find(({ orderId }) => orderId === taken.get(slot)?.orderId) ?? null}
              last={slot === last}
              {...{ open, clear }}
            />
          ))}
      </ol>
    </div>
  )
}

type SlotProps = {
  slot: number
  view: SlotView | null
  /** Where else the order has a slot. */
  also: SlotElsewhere | null
  last: boolean
  open: (slot: SlotView) => Promise<unknown>
  clear: (slot: SlotView) => Promise<unknown>
}

function Slot({ slot, view, also, last, open, clear }: SlotProps) {
  const { t } = useTranslation()
  return (
    <li className={classes['slot']} data-state={view?.state ?? 'free'} data-last={last} data-slot={slot}>
      <b className={classes['number']}>{slot}</b>
      {view !== null && (
        <div className={classes['about']}>
          <span className={classes['order']}>{view.orderId}</span>
          <span>{t(`putWall.states.${view.state}`, { count: view.missing, units: view.units })}</span>
          {also !== null && <span>{t('putWall.also', { slot: also.slot, station: also.station })}</span>}
          {view.takeOut.length > 0 && <span>{view.takeOut.map((item) => nameOf(t, item)).join(', ')}</span>}
          {view.state === 'complete' && (
            <Button size="md" onClick={() => void open(view)}>
              {t('putWall.pack')}
            </Button>
          )}
          {view.state === 'stopped' && (
            <Button size="md" color="red" onClick={() => void clear(view)}>
              {t('putWall.isOut')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** The slot that the last scan named: it is lit until the next one. */
function useLastSlot(): number | null {
  const orderId = useStoreOf('scan', ({ feedback }) =>
    feedback?.kind === 'told' && LIT.has(feedback.answer) ? feedback.orderId : null,
  )
  const { value } = useRead(...WALL_READ)
  return value?.taken.find((one) => one.orderId === orderId)?.slot ?? null
}

const LIT: ReadonlySet<string> = new Set(['put_in', 'put_complete', 'put_stopped'])

const COUNTS = Array.from({ length: MOST_SLOTS - FEWEST_SLOTS + 1 }, (_, index) =>
  String(FEWEST_SLOTS + index),
)

function SlotCount() {
  const { t } = useTranslation()
  const slots = useStoreOf('station', (state) => state.bootstrap?.preferences.putWall.slots ?? FEWEST_SLOTS)
  const save = useStoreOf('station', (state) => state.savePreferences)
  const { again } = useRead(...WALL_READ)
  const [error, setError] = useState<BridgeError | null>(null)
  return (
    <Select
      className={classes['count'] ?? ''}
      aria-label={t('putWall.slotCount')}
      data={COUNTS.map((value) => ({ value, label: t('putWall.slotsCount', { count: Number(value) }) }))}
      allowDeselect={false}
      value={String(slots)}
      error={error === null ? null : wordsOfError(t, error)}
      onChange={(value) =>
        void save({ putWall: { slots: Number(value) } }).then((problem) => {
          setError(problem)
          return again()
        })
      }
    />
  )
}
