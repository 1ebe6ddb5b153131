import { Button, Menu } from '@mantine/core'
import { IconLock, IconLogout, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStoreOf } from '../../stores/stores'
import classes from './operators.module.css'

/** Whose name is kept with what is confirmed now; always in sight. */
export function OperatorMenu() {
  const { t } = useTranslation()
  const signIn = useStoreOf('operator', (state) => state.signIn)
  const lock = useStoreOf('operator', (state) => state.lock)
  const signOut = useStoreOf('operator', (state) => state.signOut)
  if (signIn === null) return null
  const { signedIn, recordedAs, operators } = signIn
  const name = recordedAs === '' ? t('operators.nobody') : recordedAs
  const face = (
    <Button
      variant="default"
      className={classes['who'] ?? ''}
      leftSection={<IconUser aria-hidden />}
      aria-label={t('operators.menu', { name })}
      data-testid="operator"
      disabled={operators.length === 0}
    >
      {name}
    </Button>
  )
  if (operators.length === 0) return face
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>{face}</Menu.Target>
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
