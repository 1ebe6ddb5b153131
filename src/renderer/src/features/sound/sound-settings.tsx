import { Button, Slider, Stack, Switch, Text } from '@mantine/core'
import { IconVolume } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preferences } from '../../../../shared/contract/preferences'
import type { BridgeError } from '../../../../shared/contract/result'
import { TONE_NAMES } from '../../../../shared/domain/scanning/scan-answer'
import { ErrorAlert } from '../../parts/error-alert'
import { useStoreOf, useStores } from '../../stores/stores'
import { useLocale } from '../../locales/i18n'

const STEP = 0.05

/** Volume, spoken answers, and every tone to listen to. */
export function SoundSettings() {
  const { t } = useTranslation()
  const { player } = useStores()
  const locale = useLocale()
  const sound = useStoreOf('station', (state) => state.bootstrap?.preferences.sound)
  const savePreferences = useStoreOf('station', (state) => state.savePreferences)
  const [volume, setVolume] = useState(sound?.volume ?? 0)
  const [error, setError] = useState<BridgeError | null>(null)
  if (sound === undefined) return <></>
  const save = (part: Partial<Preferences['sound']>) =>
    savePreferences({ sound: { ...sound, ...part } }).then((refusal) => {
      setError(refusal)
      return refusal === null
    })
  return (
    <Stack maw={620} gap="lg">
      <div>
        <Text fw={680} id="volume-label">
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
          value={volume}
          thumbLabel={t('sound.volume')}
          onChange={setVolume}
          // Played at the chosen volume.
          onChangeEnd={(chosen) => void save({ volume: chosen }).then((ok) => ok && player.play('accepted'))}
        />
      </div>
      <Switch
        size="lg"
        label={t('sound.speech')}
        description={t('sound.speechHint')}
        checked={sound.speech}
        onChange={(event) => void save({ speech: event.currentTarget.checked })}
      />
      <ErrorAlert error={error} />
      <Stack gap="xs">
        <Text fw={680}>{t('sound.tones')}</Text>
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
        <Text>{t('sound.stopsHint')}</Text>
      </Stack>
    </Stack>
  )
}
