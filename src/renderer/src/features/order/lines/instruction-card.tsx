import { IconInfoSquareRounded } from '@tabler/icons-react'
import type { LineView, OrderView } from '../../../../../shared/contract/views'
import { useTranslation } from '../../../locales/i18n'
import { FolderPicture } from '../../../parts/folder-picture'
import { nameOfLine } from '../../../scan/scan-feedback'
import { packableIds } from '../../../stores/order-store'
import { useStoreOf } from '../../../stores/stores'
import classes from './instruction-card.module.css'
import { useToFollow } from '../use-to-follow'

/** What to do with the item in hand, else with the one to scan next; nothing if the warehouse says nothing about it. */
export function InstructionCard({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const toFollow = useToFollow()
  const lineId = useInstructed(order)
  const shown = toFollow ?? lineId
  const line = order.lines.find((one) => one.lineId === shown)
  if (line === undefined) return null
  return (
    <section className={classes['card']} aria-label={t('instructions.card')} data-open={toFollow !== null}>
      <h2 className={classes['about']}>
        <IconInfoSquareRounded size={22} stroke={1.75} aria-hidden />
        {t('instructions.forItem', { line: nameOfLine(line) })}
      </h2>
      {line.instructions.map(({ text, picture }, index) => (
        <div key={index} className={classes['instruction']}>
          {picture !== null && (
            <FolderPicture name={picture} alt={t('instructions.picture')} className={classes['picture']} />
          )}
          <p className={classes['text']}>{text}</p>
        </div>
      ))}
    </section>
  )
}

/** The line chosen last if there is something to say about it, else the next one to scan. */
function useInstructed(order: OrderView): number | null {
  return useStoreOf('order', ({ chosen }) => {
    const inHand = order.lines.find((line) => line.lineId === [...chosen].at(-1))
    if (inHand !== undefined && says(inHand)) return inHand.lineId
    const packable = new Set(packableIds(order))
    const next = order.lines.find(({ lineId }) => packable.has(lineId) && !chosen.has(lineId))
    return next !== undefined && says(next) ? next.lineId : null
  })
}

function says({ instructions }: LineView): boolean {
  return instructions.length > 0
}
