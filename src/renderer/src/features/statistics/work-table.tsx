import { useTranslation } from 'react-i18next'
import type { WorkView } from '../../../../shared/contract/statistics-views'
import { durationWords } from './duration-words'
import classes from './statistics.module.css'

export type NamedWork = WorkView & { name: string }

type Props = { caption: string; first: string; rows: readonly NamedWork[] }

export function WorkTable({ caption, first, rows }: Props) {
  const { t } = useTranslation()
  return (
    <table className={classes['table']}>
      <caption className={classes['unseen']}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">{t('statistics.orders')}</th>
          <th scope="col">{t('statistics.lines')}</th>
          <th scope="col">{t('statistics.byHand')}</th>
          <th scope="col">{t('statistics.refusals')}</th>
          <th scope="col">{t('statistics.time')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, orders, lines, byHand, refusals, secondsPerOrder }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{orders}</td>
            <td>{lines}</td>
            <td>{byHand}</td>
            <td>{refusals}</td>
            <td>{durationWords(t, secondsPerOrder)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
