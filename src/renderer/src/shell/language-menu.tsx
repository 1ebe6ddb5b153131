import { Button, Menu } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LOCALES } from '../../../shared/domain/station/locale'
import { useStoreOf } from '../stores/stores'
import { LANGUAGE_NAMES, useLocale } from '../locales/i18n'

/** Changes the language on any page: stations change hands. */
export function LanguageMenu({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const language = useStoreOf('station', (state) => state.bootstrap?.preferences.language)
  const save = useStoreOf('station', (state) => state.savePreferences)
  if (language === undefined) return null
  return (
    <Menu position="top-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconLanguage aria-hidden />} aria-label={t('language.label')}>
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
