import { Menu } from '@mantine/core'
import { IconLock, IconLogin, IconLogout } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useTranslation } from '../../locales/i18n'
import { useStoreOf } from '../../stores/stores'
import classes from './operators.module.css'
import { SignInDialog } from './sign-in-dialog'

/** The operator whose name is recorded with the steps confirmed now; always visible. */
export function OperatorMenu() {
  const { t } = useTranslation()
  const signIn = useStoreOf('operator', (state) => state.signIn)
  const lock = useStoreOf('operator', (state) => state.lock)
  const signOut = useStoreOf('operator', (state) => state.signOut)
  const [asking, setAsking] = useState(false)
  const close = useCallback(() => setAsking(false), [])
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
  const menu = (
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
        {signedIn === null ? (
          <Menu.Item mih={44} leftSection={<IconLogin aria-hidden />} onClick={() => setAsking(true)}>
            {t('operators.signIn')}
          </Menu.Item>
        ) : (
          <>
            <Menu.Item mih={44} leftSection={<IconLock aria-hidden />} onClick={() => void lock()}>
              {t('operators.lock')}
            </Menu.Item>
            <Menu.Item mih={44} leftSection={<IconLogout aria-hidden />} onClick={() => void signOut()}>
              {t('operators.signOut')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
  return (
    <>
      {menu}
      {asking && <SignInDialog onClose={close} />}
    </>
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
