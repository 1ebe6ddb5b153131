import { memo } from 'react'
import type { OrderView } from '../../../../shared/contract/views'
import { COMMAND_NAMES, deedOf, isRefusal, type Command } from '../../../../shared/domain/scanning/command'
import type { Situation } from '../../../../shared/domain/scanning/scan'
import { useTranslation } from '../../locales/i18n'
import { CommandKey } from '../../parts/command-key'
import { useStoreOf } from '../../stores/stores'
import classes from './command-buttons.module.css'

/** All others are too rare, or shown elsewhere. */
const SHOWN: ReadonlySet<Command> = new Set([
  'confirm',
  'pack_part',
  'cancel',
  'undo',
  'next',
  'ship',
  'deliver',
  'acknowledge',
])
/** Packing is refused until the hold is released, and while another station has the order. */
const PACKS: ReadonlySet<Command> = new Set(['confirm', 'pack_part'])

type Situated = { order: OrderView; situation: Situation }

/** The commands that do something now, each with its key. */
export const CommandButtons = memo(function CommandButtons({ order, situation }: Situated) {
  const { t } = useTranslation()
  const command = useStoreOf('scan', (state) => state.command)
  const packedShipment = useStoreOf('order', (state) => state.packedShipment)
  const may = (name: Command): boolean => {
    if (order.hold !== null && name === 'hold') return true
    if ((order.hold !== null || order.bench !== null) && PACKS.has(name)) return false
    const deed = deedOf(name, situation)
    // The way back is above the list.
    if (!SHOWN.has(name) || isRefusal(deed) || deed === 'leave_order') return false
    if (name === 'ship' || name === 'deliver')
      return situation === 'done' && order.shipments.some(({ moves }) => moves[name] === 'usual')
    if (name === 'undo' && situation !== 'part' && situation !== 'all') {
      const shipment = order.shipments.find(({ shipmentId }) => shipmentId === packedShipment)
      return shipment?.moves.cancel === 'usual'
    }
    return !(name === 'pack_part' && situation === 'all')
  }
  return (
    <div className={classes['commands']} role="group" aria-label={t('commands.label')}>
      {COMMAND_NAMES.filter(may).map((name) => (
        <button
          key={name}
          type="button"
          className={classes['command']}
          onClick={() => void command(name, 'touch')}
        >
          <CommandKey command={name} /> {t(`commands.names.${name}`)}
        </button>
      ))}
    </div>
  )
})
