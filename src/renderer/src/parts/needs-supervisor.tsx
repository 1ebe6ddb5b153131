import { IconUserShield } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../locales/i18n'
import { useStoreOf } from '../stores/stores'
import classes from './needs-supervisor.module.css'

/** Whether the person here may manage. Stays as it was while the station is locked, so that half-filled forms are kept. */
export function useMayManage(): boolean {
  const now = useStoreOf('operator', ({ locked, signIn }) => (locked ? null : (signIn?.mayManage ?? true)))
  const [last, setLast] = useState(now ?? false)
  if (now !== null && now !== last) setLast(now)
  return now ?? last
}

/** The same as main said last, also while the station is locked. */
export function useMayManageNow(): boolean {
  return useStoreOf('operator', (state) => state.signIn?.mayManage ?? true)
}

/** Announces that this needs a supervisor; shows nothing to a person who may do it. */
export function NeedsSupervisor() {
  const { t } = useTranslation()
  if (useMayManageNow()) return null
  return (
    <p className={classes['needs']}>
      <IconUserShield size={20} aria-hidden /> {t('operators.needsSupervisor')}
    </p>
  )
}

/** Replaces what only supervisors may see. */
export function SupervisorsOnly() {
  const { t } = useTranslation()
  return (
    <p role="status" className={classes['supervisorsOnly']}>
      {t('operators.notYours')}
    </p>
  )
}
