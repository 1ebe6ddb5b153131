import { Button, Group, Modal, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconScan, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { HandoverView, ScannedParcel } from '../../../../shared/contract/handover'
import { TIME_PROBLEMS } from '../../../../shared/domain/time/timestamps'
import { EmptyState } from '../../parts/empty-state'
import { StateChip } from '../../parts/state-chip'
import { showTime } from '../../parts/time/station-time'
import { exampleOf } from '../../parts/time/typed-time'
import { useZone } from '../../parts/time/use-zone'
import { useFormGuard } from '../../scan/use-form-guard'
import { countStuck } from '../../stores/handover-store'
import { useStoreOf, useStores } from '../../stores/stores'
import { wordsOfError, useTranslation } from '../../locales/i18n'
import classes from './handover.module.css'
import { ParcelNames } from './missing-parcels'
import { manifestOf } from './manifest'

/** Parcels scanned for this round; those that cannot go come first, with the reason. */
export function ScannedParcels() {
  const { t } = useTranslation()
  const scanned = useStoreOf('handover', (state) => state.view?.scanned)
  const count = useStoreOf('handover', (state) => countScanned(state.view))
  const stuck = useStoreOf('handover', (state) => countStuck(state.view))
  const more = count - (scanned?.length ?? 0)
  return (
    <section className={classes['card']} aria-label={t('handover.scanned.list')}>
      <Group justify="space-between">
        <h2 className={classes['cardTitle']}>
          {stuck === 0
            ? t('handover.scanned.title', { count })
            : `${t('handover.scanned.ready', { count: count - stuck })} · ${t('handover.scanned.stuck', { count: stuck })}`}
        </h2>
        <Group gap="xs">
          <ManifestButton />
          {count > 0 && <ClearButton />}
        </Group>
      </Group>
      {scanned !== undefined && count === 0 && (
        <EmptyState icon={IconScan}>{t('handover.scanned.none')}</EmptyState>
      )}
      {count > 0 && (
        <ul className={classes['list']}>
          {scanned?.map((parcel) => (
            <Parcel key={parcel.shipmentId} parcel={parcel} />
          ))}
          {more > 0 && <li className={classes['quiet']}>{t('handover.missing.more', { count: more })}</li>}
        </ul>
      )}
    </section>
  )
}

function countScanned(view: HandoverView | null): number {
  return (view?.counts ?? []).reduce((sum, { scanned }) => sum + scanned, 0)
}

function Parcel({ parcel }: { parcel: ScannedParcel }) {
  const { t } = useTranslation()
  const remove = useStoreOf('handover', (state) => state.remove)
  const why = useWhy(parcel)
  const { orderId, carrier } = parcel
  return (
    <li className={`${classes['parcel']} ${why === null ? '' : classes['stuck']}`}>
      {why === null ? (
        <IconCircleCheck className={classes['good']} aria-hidden />
      ) : (
        <IconAlertTriangle className={classes['bad']} aria-hidden />
      )}
      <div className={classes['names']}>
        <ParcelNames parcel={parcel} />
        {why !== null && <strong className={classes['bad']}>{why}</strong>}
      </div>
      <StateChip tone="plain">{carrier ?? t('handover.noCarrier')}</StateChip>
      <Button
        variant="default"
        aria-label={t('handover.scanned.removeNamed', { orderId })}
        onClick={() => void remove(parcel.shipmentId)}
      >
        {t('handover.scanned.remove')}
      </Button>
    </li>
  )
}

/** Why it cannot go, or was refused; `null` if it can go. */
function useWhy({ problem, refusal, packedAt, shippedAt, holdReason }: ScannedParcel): string | null {
  const { t } = useTranslation()
  const zone = useZone()
  if (problem !== null) return t(`handover.problems.${problem}`, { reason: holdReason ?? '' })
  if (refusal === null) return null
  const codes = Object.values(refusal.fields ?? {})
  const time = TIME_PROBLEMS.find((known) => codes.includes(known))
  const written = (at: string | null) => (at === null ? '' : showTime(at, zone))
  const known = { packedAt: written(packedAt), shippedAt: written(shippedAt) }
  const reason =
    time === undefined
      ? wordsOfError(t, { ...refusal, message: '' })
      : t(`timeProblems.${time}`, { example: exampleOf(zone), ...known })
  return t('handover.refused', { reason })
}

function ClearButton() {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button variant="subtle" onClick={() => setAsked(true)}>
        {t('handover.scanned.clear')}
      </Button>
      {asked && <ClearDialog onClose={() => setAsked(false)} />}
    </>
  )
}

function ClearDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useStoreOf('handover', (state) => state.remove)
  useFormGuard(true, { close: onClose })
  return (
    <Modal opened onClose={onClose} title={t('handover.scanned.clearTitle')} size="lg">
      <Text mb="lg">{t('handover.scanned.clearText')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('handover.scanned.keep')}
        </Button>
        <Button
          color="red.9"
          onClick={() => {
            onClose()
            void remove(null)
          }}
        >
          {t('handover.scanned.clear')}
        </Button>
      </Group>
    </Modal>
  )
}

function ManifestButton() {
  const { t } = useTranslation()
  const { handover } = useStores()
  const of = useStoreOf('handover', (state) => manifestOf(state)?.of ?? null)
  const last = useStoreOf('handover', (state) => state.view?.last)
  const { print } = useStores().printing
  if (of === null) return null
  const printIt = () => {
    const document = manifestOf(handover.getState())
    if (document !== null) void print(document)
  }
  return (
    <Button variant="default" leftSection={<IconPrinter aria-hidden />} onClick={printIt}>
      {of === 'scanned'
        ? t('handover.manifest')
        : t('handover.manifestOfLast', { count: last?.parcels ?? 0 })}
    </Button>
  )
}
