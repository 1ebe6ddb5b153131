import { Menu } from '@mantine/core'
import { IconLock, IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStoreOf } from '../../stores/stores'
import classes from './operators.module.css'

/** The operator whose name is recorded with the steps confirmed now; always visible. */
export function OperatorMenu() {
  const { t } = useTranslation()
  const signIn = useStoreOf('operator', (state) => state.signIn)
  const lock = useStoreOf('operator', (state) => state.lock)
  const signOut = useStoreOf('operator', (state) => state.signOut)
  if (signIn === null) return null
  const { signedIn, recordedAs, operators } = signIn
  const name = recordedAs === '' ? t('operators.nobody') : recordedAs
  const shown = (
    <>
      <span className={classes['initials']} data-initials={initialsOf(recordedAs)} aria-hidden />
      <span className={classes['who']} title={name}>
        {name}
      </span>
    </>
  )
  if (operators.length === 0)
    return (
      <span className={classes['operator']} data-testid="operator">
        {shown}
      </span>
    )
  return (
    <Menu position="right-end" width={260}>
      <Menu.Target>
        <button
          type="button"
          className={classes['operator']}
          aria-label={t('operators.menu', { name })}
          data-testid="operator"
        >
          {shown}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item mih={44} leftSection={<IconLock aria-hidden />} onClick={() => void lock()}>
          {signedIn === null ? t('operators.signIn') : t('operators.lock')}
        </Menu.Item>
        {signedIn !== null && (
          <Menu.Item mih={44} leftSection={<IconLogout aria-hidden />} onClick={() => void signOut()}>
            {t('operators.signOut')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** "Ada Kaya" is "AK", "" is "?". */
function initialsOf(name: string): string {
  const letters = name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .join('')
  return letters === '' ? '?' : [...letters].slice(0, 2).join('').toLocaleUpperCase()
}
