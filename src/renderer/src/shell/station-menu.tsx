import {
  Button,
  Popover,
  Stack,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
  Menu,
} from '@mantine/core'
import {
  IconCloudCheck,
  IconHourglass,
  IconMoon,
  IconReplace,
  IconRefresh,
  IconSun,
  IconCheck,
  IconLanguage,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { StationStatus } from '../../../shared/contract/views'
import type { WaitState } from '../data/waits'
import { BeginButton } from '../parts/begin-button'
import { showSecond } from '../parts/time/station-time'
import { useZone } from '../parts/time/use-zone'
import { useChoosingAccount } from '../features/accounts/use-accounts'
import { useStoreOf } from '../stores/stores'
import { GATE_ICONS, GATE_TONES } from './gate-looks'
import classes from './rail.module.css'
import { StationFacts } from './station-facts'
import { LOCALES } from '../../../shared/domain/station/locale'
import { LANGUAGE_NAMES, useLocale, useTranslation } from '../locales/i18n'

/** Connection and what waits to be sent, in a word; pressed, all that is known, and what can be done about it. */
export function StationMenu() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const status = useStoreOf('station', (state) => state.bootstrap?.status)
  const waitsFor = useStoreOf('waits', (state) => state.waitsFor)
  const syncNow = useStoreOf('station', (state) => state.syncNow)
  if (status === undefined) return null
  const close = () => setOpen(false)
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="right-end"
      withinPortal={false}
      withRoles={false}
      shadow="md"
      width={340}
      trapFocus
      returnFocus
      // Escape closes the innermost.
      closeOnEscape={!isChoosing}
    >
      <Popover.Target>
        <button
          type="button"
          className={`${classes['state']} ${waitsFor === null ? toneOf(status) : classes['warn']}`}
          title={t('status.more')}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {waitsFor === null ? <ShortState status={status} /> : <ShortWait waitsFor={waitsFor} />}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes['menu'] ?? ''} data-closes-itself>
        <StationFacts status={status} />
        <Stack gap={4} mt="sm" align="stretch">
          <Button
            variant="default"
            leftSection={<IconRefresh aria-hidden />}
            onClick={() => {
              close()
              void syncNow()
            }}
          >
            {t('status.syncNow')}
          </Button>
          <SwitchButton onDone={close} />
          <BeginButton onBegin={close} variant="default" />
          <SchemeToggle onDone={close} />
          <LanguageMenu onChoosing={setChoosing} onDone={close} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function toneOf({ gate, waiting }: StationStatus): string {
  const tone = GATE_TONES[gate]
  if (tone === 'good') return (waiting > 0 ? classes['warn'] : classes['good']) ?? ''
  return classes[tone] ?? ''
}

/** Screen readers get the whole sentence, eyes the short word. */
function ShortState({ status }: { status: StationStatus }) {
  const { t } = useTranslation()
  const link = useStoreOf('station', (state) => state.link)
  const zone = useZone()
  const { gate, waiting, held, throttledUntil } = status
  const until = throttledUntil === null ? '' : showSecond(throttledUntil, zone)
  const Icon = gate === 'online' && waiting + held === 0 ? IconCloudCheck : GATE_ICONS[gate]
  // What needs a person is not sent either; how much that is stands at the outbox.
  const needsYou = waiting === 0 && held > 0
  const short = link !== 'up' ? t('status.noLinkShort') : t(`status.short.${gate}`)
  return (
    <>
      <Icon size={22} stroke={1.75} aria-hidden />
      {(link !== 'up' || gate !== 'online' || needsYou) && <strong aria-hidden>{short}</strong>}
      {!needsYou && <span aria-hidden>{t('status.waitingShort', { count: waiting })}</span>}
      <VisuallyHidden data-testid="gate">
        {link === 'up' ? t(`status.${gate}`, { until }) : t('status.noLink')}
      </VisuallyHidden>
      <VisuallyHidden data-testid="waiting">
        {needsYou ? t('status.held', { count: held }) : t('status.waiting', { count: waiting })}
      </VisuallyHidden>
    </>
  )
}

/** A question is open: what was known before it is no answer. */
function ShortWait({ waitsFor }: { waitsFor: NonNullable<WaitState['waitsFor']> }) {
  const { t } = useTranslation()
  return (
    <>
      <IconHourglass size={22} stroke={1.75} aria-hidden />
      <strong aria-hidden>{t('status.waitsShort')}</strong>
      <VisuallyHidden data-testid="gate">{t(`status.waits.${waitsFor}`)}</VisuallyHidden>
    </>
  )
}

/** Only where there is another account. */
function SwitchButton({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const others = useStoreOf('station', (state) => state.bootstrap?.accounts.others ?? 0)
  const [, setChoosing] = useChoosingAccount()
  if (others === 0) return null
  return (
    <Button
      variant="default"
      leftSection={<IconReplace aria-hidden />}
      onClick={() => {
        onDone()
        setChoosing(true)
      }}
    >
      {t('accounts.switch')}
    </Button>
  )
}

function SchemeToggle({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  return (
    <Button
      variant="default"
      leftSection={dark ? <IconSun aria-hidden /> : <IconMoon aria-hidden />}
      onClick={() => {
        onDone()
        setColorScheme(dark ? 'light' : 'dark')
      }}
    >
      {dark ? t('nav.light') : t('nav.dark')}
    </Button>
  )
}

/** Changes the language on any page: stations change hands. */
function LanguageMenu({
  onChoosing,
  onDone,
}: {
  onChoosing: (isChoosing: boolean) => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const locale = useLocale()
  const language = useStoreOf('station', (state) => state.bootstrap?.preferences.language)
  const save = useStoreOf('station', (state) => state.savePreferences)
  if (language === undefined) return null
  return (
    <Menu position="top-end" withinPortal={false} onChange={onChoosing}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconLanguage aria-hidden />}>
          <VisuallyHidden>{t('language.label')} </VisuallyHidden>
          {LANGUAGE_NAMES[locale]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {LOCALES.map((value) => (
          <Menu.Item
            key={value}
            lang={value}
            mih={44}
            fz="md"
            aria-current={value === locale}
            rightSection={value === locale && <IconCheck aria-hidden />}
            onClick={() => {
              onDone()
              void save({ language: { ...language, locale: value } })
            }}
          >
            {LANGUAGE_NAMES[value]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
