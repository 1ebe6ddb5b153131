import { Button, Input, Slider, Stack, Switch, Text } from '@mantine/core'
import { IconVolume } from '@tabler/icons-react'
import { useState } from 'react'
import type { Preferences } from '../../../../shared/contract/preferences'
import { TONE_NAMES } from '../../../../shared/domain/scanning/scan-answer'
import { SettingCard } from '../../forms/setting-card'
import { usePreferences } from '../../forms/use-settings'
import { useStoreOf, useStores } from '../../stores/stores'
import { useLocale, useTranslation } from '../../locales/i18n'
import classes from '../../ui/section.module.css'

const STEP = 0.05

/** Volume, spoken answers, and every tone to listen to. */
export function SoundSettings() {
  const sound = useStoreOf('station', (state) => state.bootstrap?.preferences.sound)
  return sound === undefined ? <></> : <Sound sound={sound} />
}

function Sound({ sound }: { sound: Preferences['sound'] }) {
  const { t } = useTranslation()
  const { player } = useStores()
  const locale = useLocale()
  const { toggle, row, change, last } = usePreferences('sound', sound)
  /** While the thumb moves. */
  const [dragged, setDragged] = useState<number | null>(null)
  const volume = dragged ?? sound.volume
  const { error, description, disabled } = row('volume')
  const take = async (chosen: number) => {
    // Played at the chosen volume.
    if (await change({ volume: chosen })) player.play('accepted')
    setDragged(null)
  }
  return (
    <Stack gap="lg">
      <SettingCard title={t('settings.sections.sound')} last={last}>
        <Input.Wrapper className={classes['long']} error={error} description={description}>
          <Text fw={570}>
            {t('sound.volume')}:{' '}
            {volume === 0 ? t('sound.silent') : volume.toLocaleString(locale, { style: 'percent' })}
          </Text>
          <Slider
            mt="sm"
            size="xl"
            thumbSize={44}
            min={0}
            max={1}
            step={STEP}
            label={null}
            disabled={disabled ?? false}
            value={volume}
            thumbLabel={t('sound.volume')}
            onChange={setDragged}
            onChangeEnd={(chosen) => void take(chosen)}
          />
        </Input.Wrapper>
        <Switch size="lg" label={t('sound.speech')} {...toggle('speech')} />
      </SettingCard>
      <details className={classes['more']}>
        <summary>{t('sound.tones')}</summary>
        <Stack gap="xs">
          {TONE_NAMES.map((tone) => (
            <Button
              key={tone}
              size="lg"
              variant="default"
              justify="start"
              leftSection={<IconVolume aria-hidden />}
              aria-label={t('sound.play', { tone: t(`sound.names.${tone}`) })}
              onClick={() => player.play(tone)}
            >
              {t(`sound.names.${tone}`)}
            </Button>
          ))}
        </Stack>
      </details>
    </Stack>
  )
}
