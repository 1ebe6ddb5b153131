import { Button, Menu, Modal, Text, VisuallyHidden } from '@mantine/core'
import {
  IconArrowLeft,
  IconDots,
  IconFileText,
  IconHistory,
  IconList,
  IconListCheck,
  type TablerIcon,
  IconHandStop,
} from '@tabler/icons-react'
import { memo, useCallback, useState } from 'react'
import type { OrderView } from '../../../../shared/contract/views'
import { useTranslation } from '../../locales/i18n'
import { packableIds } from '../../stores/order-store'
import { MenuItem } from '../../parts/more-menu'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf, useStores } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'
import classes from './order.module.css'
import { HoldDialog } from './alarms/hold-dialog'

/** What is in place of the list of items. */
export type Panel = 'details' | 'timeline'

type Props = { order: OrderView; panel: Panel | null; onPanel: (panel: Panel | null) => void }

/** Above the list: the way back, how many lines are chosen, and the rest of the order. */
export function OrderHead({ order, panel, onPanel }: Props) {
  const { t } = useTranslation()
  const leave = useStoreOf('screen', (state) => state.leave)
  const mayHold = order.hold === null && !order.canceled
  const packs = packableIds(order).length > 0
  const showTimeline = useCallback(() => onPanel('timeline'), [onPanel])
  return (
    <div className={classes['head']}>
      <Button
        variant="subtle"
        color="gray"

        leftSection={<IconArrowLeft size={20} aria-hidden />}
        onClick={leave}
      >
        {t('order.backShort')}
      </Button>
      <Choice order={order} />
      <span className={classes['spacer']} />
      {panel === 'timeline' && (
        <PanelButton name="timeline" icon={IconHistory} panel={panel} onPanel={onPanel}>
          {t('timeline.title')}
        </PanelButton>
      )}
      <PanelButton name="details" icon={IconFileText} panel={panel} onPanel={onPanel}>
        {t('order.details')}
      </PanelButton>
      <MoreMenu
        orderId={order.orderId}
        held={order.bench !== null}
        packs={packs}
        mayHold={mayHold}
        onTimeline={showTimeline}
      />
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

/** The band shows it to the eyes. */
function Choice({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const chosen = useStoreOf('order', (state) => state.chosen.size)
  const total = packableIds(order).length
  return (
    <VisuallyHidden data-testid="chosen">{total > 0 && t('lines.chosen', { chosen, total })}</VisuallyHidden>
  )
}

type MoreProps = {
  orderId: number
  /** By another bench. */
  held: boolean
  packs: boolean
  mayHold: boolean
  onTimeline: () => void
}

/** What is seldom wanted, or is not meant to be touched by chance. */
const MoreMenu = memo(function MoreMenu({ orderId, held, packs, mayHold, onTimeline }: MoreProps) {
  const { t } = useTranslation()
  const { scan, order } = useStores()
  const holding = useStoreOf('order', (state) => state.holding)
  const setHolding = useStoreOf('order', (state) => state.setHolding)
  const none = useStoreOf('order', (state) => state.chosen.size === 0)
  // No numbers: each scan would render the menu.
  const all = useStoreOf('order', (state) => state.chosen.size >= packableIds(state.order).length)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="subtle" color="gray" leftSection={<IconDots size={20} aria-hidden />}>
            {t('order.moreMenu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {packs && (
            <>
              <MenuItem
                icon={IconListCheck}
                disabled={held || all}
                onClick={() =>
                  scan.getState().asksForHand() ? scan.getState().chooseAll() : setAsking(true)
                }
              >
                {t('lines.tickAll')}
              </MenuItem>
              <MenuItem icon={IconList} disabled={none} onClick={() => order.getState().chooseNone()}>
                {t('lines.tickNone')}
              </MenuItem>
            </>
          )}
          {mayHold && (
            <MenuItem icon={IconHandStop} onClick={() => setHolding('hold')}>
              {t('hold.button')}
            </MenuItem>
          )}
          <MenuItem icon={IconHistory} onClick={onTimeline}>
            {t('timeline.title')}
          </MenuItem>
        </Menu.Dropdown>
      </Menu>
      {asking && <TickAllDialog onClose={() => setAsking(false)} />}
      {(holding === 'hold' || holding === 'hold_by_command') && (
        <HoldDialog
          orderId={orderId}
          byCommand={holding === 'hold_by_command'}
          onClose={() => setHolding(null)}
        />
      )}
    </>
  )
})

/** Ticking passes by the scanner, and one touch would do it for every item. */
function TickAllDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const count = useStoreOf('order', (state) => packableIds(state.order).length - state.chosen.size)
  const chooseAll = useStoreOf('scan', (state) => state.chooseAll)
  const tick = () => {
    onClose()
    chooseAll()
    return true
  }
  useFormGuard(true, { close: onClose, confirm: tick })
  return (
    <Modal opened onClose={onClose} title={t('tickAll.title', { count })} size="lg">
      <Text size="lg">{t('tickAll.text')}</Text>
      <DialogButtons>
        <Button variant="default" size="lg" onClick={tick}>
          {t('tickAll.tick', { count })}
        </Button>
        <Button size="lg" onClick={onClose} data-autofocus>
          {t('tickAll.scan')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
