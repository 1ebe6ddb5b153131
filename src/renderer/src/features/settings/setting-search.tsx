import { Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from '../../locales/i18n'
import { useStoreOf } from '../../stores/stores'
import { findSettings, showSetting, type FoundSetting, type SettingsSection } from './find-setting'
import classes from './setting-search.module.css'

type Props = {
  /** What holds the sections, where the setting is then shown. */
  page: RefObject<HTMLElement | null>
  /** That the person may see. */
  sections: readonly SettingsSection[]
}

/** Finds a setting by a word of it. */
export function SettingSearch({ page, sections }: Props) {
  const { t } = useTranslation()
  const go = useStoreOf('screen', (state) => state.go)
  const [typed, setTyped] = useState('')
  const [sought, setSought] = useState<FoundSetting | null>(null)
  useShown(page, sought)
  useShown(
    page,
    useStoreOf('screen', (state) => state.setting),
  )
  const found = findSettings(t, typed, sections)
  const open = (setting: FoundSetting) => {
    setTyped('')
    setSought(setting)
    go('settings', setting.section)
  }
  return (
    <search className={classes['search']}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (found[0] !== undefined) open(found[0])
        }}
      >
        <TextInput
          type="search"
          aria-label={t('settings.find')}
          placeholder={t('settings.find')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
      {typed.trim() !== '' && (
        <div className={classes['found']} role="status">
          {found.length === 0 && <Text p="sm">{t('settings.findNothing')}</Text>}
          {found.map((setting) => (
            <UnstyledButton
              key={`${setting.section} ${setting.words}`}
              className={classes['row']}
              onClick={() => open(setting)}
            >
              {setting.words}
              <span className={classes['section']}>{t(`settings.sections.${setting.section}`)}</span>
            </UnstyledButton>
          ))}
        </div>
      )}
    </search>
  )
}

/** After any of these the search no longer moves the focus: the user has gone on to something else. */
const BY_HAND = ['pointerdown', 'keydown', 'wheel'] as const

/** Some sections read their values first: the setting is shown once it is there. */
function useShown(
  page: RefObject<HTMLElement | null>,
  sought: Parameters<typeof showSetting>[1] | null,
): void {
  /** Once: a page that was hidden by the lock comes back as it was. */
  const done = useRef<typeof sought>(null)
  useEffect(() => {
    const { current } = page
    if (sought === null || current === null || sought === done.current) return
    if (showSetting(current, sought)) {
      done.current = sought
      return
    }
    const changes = new MutationObserver(() => {
      if (showSetting(current, sought)) finish()
    })
    const finish = () => {
      done.current = sought
      stop()
    }
    const stop = () => {
      changes.disconnect()
      for (const event of BY_HAND) window.removeEventListener(event, finish, true)
    }
    changes.observe(current, { childList: true, subtree: true })
    for (const event of BY_HAND) window.addEventListener(event, finish, true)
    return stop
  }, [page, sought])
}
