import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountRow } from '../../../../shared/contract/accounts'
import { AccountName } from '../../parts/account-name'
import { useNow } from '../../parts/time/use-now'
import { useZone } from '../../parts/time/use-zone'
import { accountLines, accountName } from './account-words'
import classes from './accounts.module.css'

/** The accounts of this PC, with what is open in each. @param actions the buttons of a row */
export function AccountRows({
  rows,
  actions,
}: {
  rows: readonly AccountRow[]
  actions: (row: AccountRow) => ReactNode
}) {
  const { t } = useTranslation()
  return (
    <ul className={classes['rows']} aria-label={t('accounts.title')}>
      {rows.map((row) => (
        <li key={row.accountId} className={classes['row']} data-at-work={row.atWork}>
          <div className={classes['about']}>
            <AccountName name={accountName(t, row)} color={row.color} />
            <Lines row={row} />
          </div>
          <div className={classes['actions']}>
            {row.atWork && <strong className={classes['atWork']}>{t('accounts.atWork')}</strong>}
            {actions(row)}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Lines({ row }: { row: AccountRow }) {
  const { t } = useTranslation()
  const [zone, nowMs] = [useZone(), useNow()]
  return (
    <>
      {row.baseUrl !== null && <span className={classes['quiet']}>{row.baseUrl}</span>}
      {accountLines(row, { t, zone, nowMs }).map(({ words, tone }) => (
        <span key={words} className={classes[tone]}>
          {words}
        </span>
      ))}
    </>
  )
}
