import type { DeskChoices } from '../../../../shared/contract/orders'
import { ANY_ORDER, type DeskFilter } from '../../../../shared/domain/orders/order-desk'
import { useLocale, useTranslation } from '../../locales/i18n'
import classes from './orders-desk.module.css'
import { useDesk } from './use-desk'

/** What most ask for first, and how many orders that is; pressing one shows them. */
export function DeskTiles({ choices }: { choices: DeskChoices | null }) {
  const { t } = useTranslation()
  return (
    <div className={classes['tiles']}>
      <Tile name={t('desk.work.to_pack')} count={choices?.toPack} part={{ work: 'to_pack' }} />
      <Tile name={t('desk.work.to_ship')} count={choices?.toShip} part={{ work: 'to_ship' }} />
      <Tile name={t('desk.filters.late')} count={choices?.late} part={{ late: true }} tone="warn" />
      <Tile
        name={t('desk.filters.needsPerson')}
        count={choices?.needsPerson}
        part={{ needsPerson: true }}
        tone="stop"
      />
    </div>
  )
}

type Props = {
  name: string
  /** Nothing until it is known. */
  count: number | null | undefined
  part: Partial<DeskFilter>
  tone?: 'warn' | 'stop'
}

function Tile({ name, count, part, tone }: Props) {
  const locale = useLocale()
  const { filter, setFilter } = useDesk()
  const names = Object.keys(part) as (keyof DeskFilter)[]
  const on = names.every((one) => filter[one] === part[one])
  const off = Object.fromEntries(names.map((one) => [one, ANY_ORDER[one]]))
  return (
    <button
      type="button"
      className={classes['tile']}
      aria-pressed={on}
      onClick={() => setFilter(on ? off : part)}
    >
      <span className={classes['tileName']}>{name}</span>
      <span
        className={`${classes['tileCount']} ${tone !== undefined && (count ?? 0) > 0 ? classes[tone] : ''}`}
      >
        {count == null ? '–' : count.toLocaleString(locale)}
      </span>
    </button>
  )
}
