import { NativeSelect, type NativeSelectProps, Switch, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { preferenceSchemas, strict, type Preferences } from '../../../../shared/contract/preferences'
import { typedWhole } from '../../forms/typed'
import { SettingCard } from '../../forms/setting-card'
import { usePreferences } from '../../forms/use-settings'
import { useTranslation } from '../../locales/i18n'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import own from './camera.module.css'

/** The camera over the bench: whether it takes photos, which one it is, and what it sees. */
export function CameraSection() {
  const camera = useStoreOf('station', (state) => state.bootstrap?.preferences.camera)
  if (camera === undefined) return <></>
  return (
    <div className={classes['columns']}>
      <Choices camera={camera} />
      {camera.on && <Preview />}
    </div>
  )
}

const schema = z.object({ keepDays: typedWhole.pipe(strict(preferenceSchemas.camera).shape.keepDays) })

function Choices({ camera }: { camera: Preferences['camera'] }) {
  const { t } = useTranslation()
  const { toggle, text, row, change, last } = usePreferences('camera', camera, {
    schema,
    problems: { keepDays: t('camera.keepDaysProblem') },
  })
  return (
    <SettingCard title={t('camera.photo')} last={last}>
      <Switch size="lg" label={t('camera.on')} description={t('camera.onHint')} {...toggle('on')} />
      {camera.on && (
        <CameraChoice {...row('deviceId')} camera={camera} onChange={(chosen) => void change(chosen)} />
      )}
      <TextInput
        label={t('camera.keepDays')}
        description={t('camera.keepDaysUnit')}
        inputMode="numeric"
        autoComplete="off"
        {...text('keepDays')}
      />
    </SettingCard>
  )
}

type ChoiceProps = Pick<NativeSelectProps, 'id' | 'error' | 'disabled' | 'description'> & {
  camera: Preferences['camera']
  onChange: (part: Pick<Preferences['camera'], 'deviceId' | 'deviceName'>) => void
}

function CameraChoice({ camera: { deviceId, deviceName }, onChange, ...row }: ChoiceProps) {
  const { t } = useTranslation()
  const cameras = useStoreOf('camera', (state) => state.cameras) ?? []
  const load = useStoreOf('camera', (state) => state.loadCameras)
  useEffect(() => void load(), [load])
  const gone = deviceId !== null && cameras.every((one) => one.deviceId !== deviceId)
  const choose = (id: string) =>
    onChange({
      deviceId: id === '' ? null : id,
      deviceName: cameras.find((one) => one.deviceId === id)?.name.slice(0, 200) ?? '',
    })
  return (
    <NativeSelect
      {...row}
      label={t('camera.camera')}
      data={[
        { value: '', label: t('camera.first') },
        ...cameras.map((one, at) => ({
          value: one.deviceId,
          label: one.name === '' ? t('camera.unnamed', { index: at + 1 }) : one.name,
        })),
        ...(gone ? [{ value: deviceId, label: t('camera.gone', { name: deviceName }) }] : []),
      ]}
      value={deviceId ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}

function Preview() {
  const { t } = useTranslation()
  const { state, stream } = useStoreOf('camera', (camera) => camera)
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = stream
  }, [stream])
  return (
    <section className={classes['card']} aria-label={t('camera.preview')}>
      <h2 className={classes['cardTitle']}>{t('camera.preview')}</h2>
      {stream !== null && (
        <video ref={video} className={own['preview']} autoPlay muted playsInline aria-hidden />
      )}
      <p role="status" data-testid="camera-state">
        {t(`camera.states.${state}`)}
      </p>
    </section>
  )
}
