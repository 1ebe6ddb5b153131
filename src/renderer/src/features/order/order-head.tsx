import { Button, VisuallyHidden } from '@mantine/core'
import {
  IconArrowLeft,
  IconFileText,
  IconHistory,
  IconListCheck,
  type TablerIcon,
  IconHandStop,
} from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderView } from '../../../../shared/contract/views'
import { packableIds } from '../../stores/order-store'
import { useStoreOf } from '../../stores/stores'
import classes from './order.module.css'
import { HoldDialog } from './hold-dialog'

/** What is in place of the list of items. */
export type Panel = 'details' | 'timeline'

type Props = { order: OrderView; panel: Panel | null; onPanel: (panel: Panel | null) => void }

/** Above the list: the way back, how many lines are chosen, and what the hand can do with all of them. */
export function OrderHead({ order, panel, onPanel }: Props) {
  const { t } = useTranslation()
  const go = useStoreOf('screen', (state) => state.go)
  return (
    <div className={classes['head']}>
      <Button
        variant="subtle"
        color="gray"

        leftSection={<IconArrowLeft size={20} aria-hidden />}
        onClick={() => go('queue')}
      >
        {t('order.backShort')}
      </Button>
      <Choice order={order} />
      <span className={classes['spacer']} />
      {order.hold === null && !order.canceled && <HoldButton orderId={order.orderId} />}
      <PanelButton name="timeline" icon={IconHistory} panel={panel} onPanel={onPanel}>
        {t('timeline.title')}
      </PanelButton>
      <PanelButton name="details" icon={IconFileText} panel={panel} onPanel={onPanel}>
        {t('order.details')}
      </PanelButton>
    </div>
  )
}

type PanelProps = Omit<Props, 'order'> & { name: Panel; icon: TablerIcon; children: string }

/** Pressed again, it brings back the list. */
function PanelButton({ name, icon, panel, onPanel, children }: PanelProps) {
  const open = panel === name
  const Icon = open ? IconListCheck : icon
  return (
    <Button
      variant={open ? 'light' : 'subtle'}
      color="gray"

      leftSection={<Icon size={20} aria-hidden />}
      aria-expanded={open}
      onClick={() => onPanel(open ? null : name)}
    >
      {children}
    </Button>
  )
}

function Choice({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const chosen = useStoreOf('order', (state) => state.chosen.size)
  const total = packableIds(order).length
  return (
    <>
      {/* The band shows it to the eyes. */}
      <VisuallyHidden data-testid="chosen">
        {total > 0 && t('lines.chosen', { chosen, total })}
      </VisuallyHidden>
      {total > 0 && <ChoiceButtons all={chosen === total || order.bench !== null} none={chosen === 0} />}
    </>
  )
}

/** `all`, `none`: which button has nothing left to do. */
const ChoiceButtons = memo(function ChoiceButtons({ all, none }: { all: boolean; none: boolean }) {
  const { t } = useTranslation()
  const chooseAll = useStoreOf('scan', (state) => state.chooseAll)
  const chooseNone = useStoreOf('order', (state) => state.chooseNone)
  return (
    <>
      <Button variant="subtle" color="gray" onClick={chooseAll} disabled={all}>
        {t('lines.chooseAll')}
      </Button>
      <Button variant="subtle" color="gray" onClick={chooseNone} disabled={none}>
        {t('lines.chooseNone')}
      </Button>
    </>
  )
})

function HoldButton({ orderId }: { orderId: number }) {
  const { t } = useTranslation()
  const holding = useStoreOf('order', (state) => state.holding)
  const setHolding = useStoreOf('order', (state) => state.setHolding)
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconHandStop size={20} aria-hidden />}
        onClick={() => setHolding('hold')}
      >
        {t('hold.button')}
      </Button>
      {(holding === 'hold' || holding === 'hold_by_command') && (
        <HoldDialog
          orderId={orderId}
          byCommand={holding === 'hold_by_command'}
          onClose={() => setHolding(null)}
        />
      )}
    </>
  )
}
