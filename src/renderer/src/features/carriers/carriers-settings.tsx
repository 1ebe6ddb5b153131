import { Alert, Button, Group, Modal, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Preferences } from '../../../../shared/contract/preferences'
import type { BridgeError } from '../../../../shared/contract/result'
import { type Carrier, recognizeTracking, trackingUrl } from '../../../../shared/domain/carriers/carrier'
import { withKnown } from '../../../../shared/domain/carriers/known-carriers'
import { SettingCard } from '../../forms/setting-card'
import { usePreferences } from '../../forms/use-settings'
import { useLocale, useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { countryName, useCarriers } from '../../parts/use-carriers'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf } from '../../stores/stores'
import settings from '../../ui/section.module.css'
import { CarrierForm } from './carrier-form'
import classes from './carriers.module.css'

/** The carriers that this station knows: switch on or off, add, change, remove, and test with a number. */
export function CarriersSettings() {
  const { t } = useTranslation()
  const carriers = useCarriers()
  const { save, error } = useSaveCarriers()
  /** `new`, or the carrier whose form is open. */
  const [form, setForm] = useState<Carrier | 'new' | null>(null)
  /** Whether it is to be removed is asked. */
  const [removed, setRemoved] = useState<Carrier | null>(null)
  const all = withKnown(carriers)
  const replace = (old: Carrier, next: Carrier | null) =>
    save(carriers.flatMap((carrier) => (carrier === old ? (next ?? []) : carrier)))
  return (
    <div className={settings['columns']}>
      <section className={settings['card']} aria-label={t('carriers.title')}>
        <h2 className={settings['cardTitle']}>{t('carriers.title')}</h2>
        <Text className={settings['quiet']}>{t('carriers.intro')}</Text>
        {carriers.length === 0 && <Alert mt="md">{t('carriers.empty')}</Alert>}
        <ul className={classes['list']} aria-label={t('carriers.list')}>
          {carriers.map((carrier) => (
            <CarrierRow
              key={carrier.name}
              carrier={carrier}
              onUse={(inUse) => void replace(carrier, { ...carrier, inUse })}
              onChange={() => setForm(carrier)}
            />
          ))}
        </ul>
        <ErrorAlert error={error} mt="md" />
        <Group mt="md">
          <Button leftSection={<IconPlus aria-hidden />} onClick={() => setForm('new')}>
            {t('carriers.add')}
          </Button>
          {all !== carriers && (
            <Button variant="default" onClick={() => void save(all)}>
              {t('carriers.addKnown')}
            </Button>
          )}
        </Group>
      </section>
      <Stack>
        <LabelSetting />
        <DueFirst />
        <NumberTest />
      </Stack>
      {form !== null && (
        <CarrierForm
          carrier={form === 'new' ? null : form}
          others={carriers.filter((carrier) => carrier !== form)}
          onSave={(next) => (form === 'new' ? save([...carriers, next]) : replace(form, next))}
          onRemove={() => {
            if (form !== 'new') setRemoved(form)
            setForm(null)
          }}
          onClose={() => setForm(null)}
        />
      )}
      {removed !== null && (
        <RemoveDialog
          name={removed.name}
          onClose={() => setRemoved(null)}
          onYes={() => {
            setRemoved(null)
            void replace(removed, null)
          }}
        />
      )}
    </div>
  )
}

function useSaveCarriers() {
  const savePreferences = useStoreOf('station', (state) => state.savePreferences)
  const [error, setError] = useState<BridgeError | null>(null)
  const save = async (list: readonly Carrier[]): Promise<BridgeError | null> => {
    const refusal = await savePreferences({ carriers: { list: [...list] } })
    setError(refusal)
    return refusal
  }
  return { save, error }
}

type RowProps = {
  carrier: Carrier
  onUse: (inUse: boolean) => void
  onChange: () => void
}

function CarrierRow({ carrier, onUse, onChange }: RowProps) {
  const { t } = useTranslation()
  const language = useLocale()
  const { name, inUse, country, transitDays: days } = carrier
  const where = country === null ? t('carriers.noCountry') : countryName(country, language)
  return (
    <li className={classes['row']}>
      <Switch
        size="lg"
        checked={inUse}
        aria-label={t('carriers.use', { name })}
        onChange={(event) => onUse(event.currentTarget.checked)}
      />
      <div className={inUse ? '' : settings['quiet']}>
        <div className={classes['name']}>{name}</div>
        <div className={settings['quiet']}>{t('carriers.facts', { days, country: where })}</div>
      </div>
      <Button variant="default" aria-label={t('carriers.changeNamed', { name })} onClick={onChange}>
        {t('carriers.change')}
      </Button>
    </li>
  )
}

function RemoveDialog({ name, onYes, onClose }: { name: string; onYes: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  useFormGuard(true, { close: onClose })
  return (
    <Modal opened onClose={onClose} title={t('carriers.removeTitle', { name })} size="lg">
      <Text mb="lg">{t('carriers.removeText')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('carriers.keep')}
        </Button>
        <Button color="red.9" onClick={onYes}>
          {t('carriers.remove')}
        </Button>
      </Group>
    </Modal>
  )
}

const NOT_SET = { confirm: false, oneBox: false }

/** Whether the label that completes an order packs it, and whether orders to one address share one. */
function LabelSetting() {
  const { t } = useTranslation()
  const labels = useStoreOf('station', (state) => state.bootstrap?.preferences.labels) ?? NOT_SET
  const { toggle, last } = usePreferences('labels', labels)
  return (
    <SettingCard title={t('carriers.labels.title')} last={last}>
      {(['confirm', 'oneBox'] as const).map((name) => (
        <Switch
          key={name}
          size="lg"
          label={t(`carriers.labels.${name}`)}
          description={t(`carriers.labels.${name}Hint`)}
          {...toggle(name)}
        />
      ))}
    </SettingCard>
  )
}

/** Whether the orders to pack begin with the one that has to leave first. */
function DueFirst() {
  const queue = useStoreOf('station', (state) => state.bootstrap?.preferences.queue)
  return queue === undefined ? null : <DueFirstCard queue={queue} />
}

function DueFirstCard({ queue }: { queue: Preferences['queue'] }) {
  const { t } = useTranslation()
  const { toggle, last } = usePreferences('queue', queue)
  return (
    <SettingCard title={t('carriers.trucks.title')} last={last}>
      <Switch
        size="lg"
        label={t('carriers.trucks.dueFirst')}
        description={t('carriers.trucks.dueFirstHint')}
        {...toggle('dueFirst')}
      />
    </SettingCard>
  )
}

/** Tries a number, typed or scanned, against the carriers in use. */
function NumberTest() {
  const { t } = useTranslation()
  const carriers = useCarriers()
  const [code, setCode] = useState('')
  // Here a scan is only tested.
  useFormGuard(true, { takeTracking: setCode })
  const found = recognizeTracking(code, carriers)
  const url = found.kind === 'carrier' ? trackingUrl(found.carrier, found.number) : null
  return (
    <section className={settings['card']} aria-label={t('carriers.testTitle')}>
      <h2 className={settings['cardTitle']}>{t('carriers.testTitle')}</h2>
      <TextInput
        label={t('carriers.testLabel')}
        size="lg"
        autoComplete="off"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {code.trim() !== '' && (
        <Alert role="status" mt="md" color={found.kind === 'carrier' ? 'green' : 'orange'}>
          {found.kind === 'carrier' && (
            <>
              <strong>{t('carriers.isOf', { carrier: found.carrier.name })}</strong>
              <div>{t('carriers.numberIs', { number: found.number })}</div>
              {url !== null && <div style={{ overflowWrap: 'anywhere' }}>{url}</div>}
            </>
          )}
          {found.kind === 'ambiguous' &&
            t('carriers.ambiguous', { carriers: found.carriers.map(({ name }) => name).join(', ') })}
          {found.kind === 'none' && t('carriers.nobodys')}
        </Alert>
      )}
    </section>
  )
}
