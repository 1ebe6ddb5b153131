import { Alert, Button, Group, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { AccountRow } from '../../../../shared/contract/accounts'
import type { BridgeError } from '../../../../shared/contract/result'
import { useTranslation } from '../../locales/i18n'
import { AccountName } from '../../parts/account-name'
import { ErrorAlert } from '../../parts/error-alert'
import { useNow } from '../../parts/time/use-now'
import { useZone } from '../../parts/time/use-zone'
import { useStoreOf, useStores } from '../../stores/stores'
import { accountName, accountLines } from './account-words'
import classes from './accounts.module.css'

/** All accounts, each with the button that switches to it. @param more further buttons of a row */
export function SwitchRows({
  rows,
  more,
}: {
  rows: readonly AccountRow[]
  more?: (row: AccountRow) => ReactNode
}) {
  const { t } = useTranslation()
  const { asked, busy, error, choose, agree, stay } = useSwitch()
  const atWork = rows.find((row) => row.atWork)
  return (
    <>
      {atWork !== undefined && <WhatIsLeft row={atWork} />}
      <ErrorAlert error={error} mt="sm" />
      {asked !== null && <Asked question={asked} busy={busy} onAgree={agree} onStay={stay} />}
      <AccountRows
        rows={rows}
        actions={(row) => (
          <>
            {more?.(row)}
            {!row.atWork && (row.problem === null || row.problem === 'damaged') && (
              <Button
                aria-label={t('accounts.switchTo', { name: accountName(t, row) })}
                disabled={busy}
                onClick={() => choose(row)}
              >
                {t('accounts.switchShort')}
              </Button>
            )}
          </>
        )}
      />
    </>
  )
}

/** What becomes of the operations of the account that would be left. */
function WhatIsLeft({ row }: { row: AccountRow }) {
  const { t } = useTranslation()
  const { waiting = 0, held = 0 } = row.open ?? {}
  const name = accountName(t, row)
  if (waiting + held === 0) return null
  return (
    <Alert role="note" color="yellow" mt="sm">
      {waiting > 0 && <Text>{t('accounts.leaves', { count: waiting, name })}</Text>}
      {held > 0 && <Text>{t('accounts.leavesHeld', { count: held, name })}</Text>}
    </Alert>
  )
}

function Asked({
  question: { about, row },
  busy,
  onAgree,
  onStay,
}: {
  question: Question
  busy: boolean
  onAgree: () => void
  onStay: () => void
}) {
  const { t } = useTranslation()
  const name = accountName(t, row)
  return (
    <Alert role="alert" color="red" mt="sm" title={t(`accounts.${about}Title`, { name })}>
      <Text mb="sm">{t(`accounts.${about}`, { name })}</Text>
      <Group>
        <Button variant="default" onClick={onStay} autoFocus>
          {t('accounts.back')}
        </Button>
        <Button color="red.9" loading={busy} onClick={onAgree}>
          {t(`accounts.${about}Yes`)}
        </Button>
      </Group>
    </Alert>
  )
}

/** The accounts of this PC, with what is open in each. @param actions the buttons of a row */
function AccountRows({
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

/** What is asked before an account is opened, one question after the other. */
type Question = { about: 'unsaved' | 'damaged'; row: AccountRow }

/** Switches to an account, once a person has answered what there is to ask. */
function useSwitch() {
  const { requests } = useStores().bridge
  const unsaved = useStoreOf('screen', (state) => state.unsaved)
  const [asked, ask] = useState<Question | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<BridgeError | null>(null)

  const open = async (row: AccountRow, repair: boolean): Promise<void> => {
    ask(null)
    setBusy(true)
    const answer = await requests['accounts:switch']({ accountId: row.accountId, repair })
    setBusy(false)
    const refusal = answer.ok ? null : answer.error
    // The damage may have been found only now.
    if (refusal?.code === 'account_damaged' && !repair) ask({ about: 'damaged', row })
    else setError(refusal)
  }
  const openOrAsk = (row: AccountRow): void => {
    if (row.problem === 'damaged') ask({ about: 'damaged', row })
    else void open(row, false)
  }
  return {
    asked,
    busy,
    error,
    choose(row: AccountRow): void {
      setError(null)
      if (unsaved > 0) ask({ about: 'unsaved', row })
      else openOrAsk(row)
    },
    agree(): void {
      if (asked?.about === 'damaged') void open(asked.row, true)
      else if (asked !== null) openOrAsk(asked.row)
    },
    stay: () => ask(null),
  }
}
