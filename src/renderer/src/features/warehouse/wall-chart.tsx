import { useTranslation } from 'react-i18next'
import type { WallView } from '../../../../shared/contract/warehouse-views'
import { useLocale } from '../../locales/i18n'
import classes from './wall.module.css'

/** How much is packed in each hour of today? Each bar has its number: nobody reads an axis from 3 m. */
export function WallChart({ wall: { hours } }: { wall: WallView }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const most = Math.max(1, ...hours.map(({ orders }) => orders))
  return (
    <section className={classes['panel']} aria-label={t('warehouse.perHour')}>
      <h2 className={classes['panelTitle']}>{t('warehouse.perHour')}</h2>
      {hours.length === 0 ? (
        <p className={classes['quiet']}>{t('warehouse.nothingPacked')}</p>
      ) : (
        <ol className={classes['bars']} data-many={MANY.find(({ from }) => hours.length >= from)?.name}>
          {hours.map(({ hour, orders }, index) => (
            <li key={hour}>
              <span className={classes['hour']}>{hour.replace(/:00$/, '')}</span>
              <div className={classes['place']}>
                <div
                  className={classes['bar']}
                  data-now={index === hours.length - 1}
                  style={{ height: `${(100 * orders) / most}%` }}
                >
                  <span className={classes['count']}>{orders.toLocaleString(locale)}</span>
                </div>
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** So many hours get smaller type. */
const MANY = [
  { from: 17, name: 'all' },
  { from: 11, name: 'many' },
]
