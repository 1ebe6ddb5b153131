import { Button, NativeSelect, Stack, Switch, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { preferenceSchemas, type Preferences } from '../../../../shared/contract/preferences'
import type { BridgeError } from '../../../../shared/contract/result'
import { strict, typedWhole } from '../../forms/typed'
import { useSchemaForm } from '../../forms/use-schema-form'
import { ErrorAlert } from '../../parts/error-alert'
import { OutcomeAlert } from '../../parts/outcome'
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

function Choices({ camera }: { camera: Preferences['camera'] }) {
  const { t } = useTranslation()
  const save = useStoreOf('station', (state) => state.savePreferences)
  const [error, setError] = useState<BridgeError | null>(null)
  const change = (part: Partial<Preferences['camera']>) =>
    void save({ camera: { ...camera, ...part } }).then(setError)
  return (
    <section className={classes['card']} aria-label={t('camera.title')}>
      <h2 className={classes['cardTitle']}>{t('camera.title')}</h2>
      <Stack gap="md">
        <Switch
          size="lg"
          label={t('camera.on')}
          description={t('camera.onHint')}
          checked={camera.on}
          onChange={(event) => change({ on: event.currentTarget.checked })}
        />
        {camera.on && <CameraChoice camera={camera} onChange={change} />}
        <ErrorAlert error={error} />
        <KeepDays camera={camera} />
      </Stack>
    </section>
  )
}

type ChoiceProps = {
  camera: Preferences['camera']
  onChange: (part: Pick<Preferences['camera'], 'deviceId' | 'deviceName'>) => void
}

function CameraChoice({ camera: { deviceId, deviceName }, onChange }: ChoiceProps) {
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

const daysSchema = z.object({ keepDays: typedWhole.pipe(strict(preferenceSchemas.camera).keepDays) })

function KeepDays({ camera }: { camera: Preferences['camera'] }) {
  const { t } = useTranslation()
  const save = useStoreOf('station', (state) => state.savePreferences)
  const { form, field, submit, outcome } = useSchemaForm({
    schema: daysSchema,
    initial: { keepDays: String(camera.keepDays) },
    problemWords: { keepDays: t('camera.keepDaysProblem') },
    send: (changed) => save({ camera: { ...camera, ...changed } }),
  })
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label={t('camera.keepDays')}
        description={t('camera.keepDaysUnit')}
        inputMode="numeric"
        autoComplete="off"
        {...field('keepDays')}
      />
      <OutcomeAlert outcome={outcome} mt="md" />
      <Button type="submit" mt="md" loading={form.submitting}>
        {t('camera.save')}
      </Button>
    </form>
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
