import { Alert, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountRow } from '../../../../shared/contract/accounts'
import { ErrorAlert } from '../../parts/error-alert'
import { AccountRows } from './account-rows'
import { accountName } from './account-words'
import { useSwitch, type Question } from './use-switch'

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
