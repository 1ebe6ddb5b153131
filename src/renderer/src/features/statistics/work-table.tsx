import { useTranslation } from 'react-i18next'
import type { WorkView } from '../../../../shared/contract/statistics-views'
import report from '../../ui/report.module.css'
import { durationWords } from './duration-words'

export type NamedWork = WorkView & { name: string }

type Props = { caption: string; first: string; rows: readonly NamedWork[] }

export function WorkTable({ caption, first, rows }: Props) {
  const { t } = useTranslation()
  return (
    <table className={report['table']}>
      <caption className={report['unseen']}>{caption}</caption>
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
