import { ActionIcon, Badge, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconChartBar,
  IconClock,
  IconMoon,
  IconPackage,
  IconSend,
  IconSettings,
  IconSun,
  IconTag,
  IconTruckLoading,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { OperatorMenu } from '../features/operators/operator-menu'
import type { Screen } from '../stores/screen-store'
import { useStoreOf } from '../stores/stores'
import classes from './shell.module.css'

export function Header() {
  const { t } = useTranslation()
  const mode = useStoreOf('station', (state) => state.bootstrap?.connection.mode)
  return (
    <header className={classes['header']}>
      <span className={classes['name']}>{t('app.name')}</span>
      {mode === 'training' ? (
        <span className={classes['training']} title={t('mode.trainingHint')} data-testid="mode">
          {t('mode.training')}
        </span>
      ) : (
        <Badge size="xl" variant="outline" flex="none" data-testid="mode">
          {t('mode.live')}
        </Badge>
      )}
      <Navigation />
      <span className={classes['spacer']} />
      <BackToOrder />
      <OperatorMenu />
      <SchemeToggle />
    </header>
  )
}

function Navigation() {
  const { t } = useTranslation()
  const screen = useStoreOf('screen', (state) => state.screen)
  const go = useStoreOf('screen', (state) => state.go)
  const waiting = useStoreOf('station', (state) => state.bootstrap?.status.waiting ?? 0)
  const held = useStoreOf('station', (state) => state.bootstrap?.status.held ?? 0)
  const link = (to: Screen, words: string, icon: React.ReactNode, extra?: React.ReactNode) => (
    <Button
      variant={screen === to || (to === 'queue' && screen === 'order') ? 'light' : 'subtle'}
      aria-current={screen === to ? 'page' : undefined}
      leftSection={icon}
      rightSection={extra}
      onClick={() => go(to)}
    >
      {words}
    </Button>
  )
  const counts = (
    <>
      {waiting > 0 && (
        <Badge
          variant="default"
          leftSection={<IconClock size={18} aria-hidden />}
          aria-label={t('queue.waiting', { count: waiting })}
        >
          {waiting}
        </Badge>
      )}
      {held > 0 && (
        <Badge
          color="red.9"
          variant="filled"
          ml={4}
          leftSection={<IconAlertTriangle size={18} aria-hidden />}
          aria-label={t('nav.needYou', { count: held })}
        >
          {held}
        </Badge>
      )}
    </>
  )
  return (
    <nav className={classes['nav']} aria-label={t('nav.label')}>
      {link('queue', t('nav.orders'), <IconPackage aria-hidden />)}
      {link('handover', t('nav.handover'), <IconTruckLoading aria-hidden />)}
      {link('items', t('nav.items'), <IconTag aria-hidden />)}
      {link('outbox', t('nav.outbox'), <IconSend aria-hidden />, waiting + held > 0 ? counts : undefined)}
      {link('statistics', t('nav.statistics'), <IconChartBar aria-hidden />)}
      {link('settings', t('nav.settings'), <IconSettings aria-hidden />)}
    </nav>
  )
}

/** Chosen lines wait on the bench while the packer looks at another page. */
function BackToOrder() {
  const { t } = useTranslation()
  const screen = useStoreOf('screen', (state) => state.screen)
  const go = useStoreOf('screen', (state) => state.go)
  const orderId = useStoreOf('order', (state) => state.orderId)
  const count = useStoreOf('order', (state) => state.chosen.size)
  if (screen === 'order' || orderId === null || count === 0) return null
  return (
    <Button
      className={classes['back'] ?? ''}
      color="#b93c0a"
      flex="none"
      leftSection={<IconArrowBackUp aria-hidden />}
      aria-label={t('nav.backToOrder', { orderId, count })}
      onClick={() => go('order')}
    >
      <span className={classes['long']}>{t('nav.backToOrder', { orderId, count })}</span>
      <span className={classes['short']}>{orderId}</span>
    </Button>
  )
}

function SchemeToggle() {
  const { t } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  return (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={dark ? t('nav.light') : t('nav.dark')}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      {dark ? <IconSun aria-hidden /> : <IconMoon aria-hidden />}
    </ActionIcon>
  )
}
