import { Alert, Button, NumberInput, Text } from '@mantine/core'
import { IconBarcode, IconCheck, IconPackage } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { OrderView } from '../../../../../shared/contract/views'
import { undecided } from '../../../../../shared/domain/shipments/label'
import { useCarriers } from '../../../parts/use-carriers'
import { packableIds } from '../../../stores/order-store'
import { useStoreOf } from '../../../stores/stores'
import { wordsOfError, useTranslation } from '../../../locales/i18n'
import { CarrierField, TrackingFields } from './label-fields'
import classes from '../order.module.css'
import { useToFollow, useToProve } from '../use-to-follow'
import { UsedLabelNote } from './used-label-note'

/** The parcel that is being packed: its label as text, filled by scanning; its fields only for who types. */
export function PackPanel({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const problem = useStoreOf('order', (state) => state.packProblem)
  if (packableIds(order).length === 0) return null
  return (
    <section className={classes['card']} aria-label={t('pack.title')}>
      <Parcel warehouseMissing={problem === 'warehouse_missing'} />
      <Receiver order={order} />
      <LabelNote />
      {problem !== null && problem !== 'warehouse_missing' && problem.code !== 'label_used' && (
        <Alert role="alert" color="red" mt="sm">
          {wordsOfError(t, problem)}
        </Alert>
      )}
    </section>
  )
}

/** Found without looking, in gloves. */
const LARGE = {
  fullWidth: true,
  h: 'auto',
  radius: 'lg',
  styles: { root: { minHeight: 64 } },
  className: classes['pack'] ?? '',
} as const

/** Depends only on the choice: each scan rerenders this, and not the fields. */
export function PackButton({ held }: { held: boolean }) {
  const { t } = useTranslation()
  const count = useStoreOf('order', (state) => state.chosen.size)
  const total = useStoreOf('order', ({ order }) => packableIds(order).length)
  const busy = useStoreOf('order', (state) => state.busy === 'pack')
  const command = useStoreOf('scan', (state) => state.command)
  const part = count < total
  const toFollow = useToFollow() !== null
  const toProve = useToProve() !== null
  // As long as the answer to CONFIRM stands that items are missing.
  const asked = useStoreOf(
    'scan',
    ({ feedback }) => feedback?.kind === 'refused' && feedback.why === 'lines_missing',
  )
  const words = () => {
    if (held) return t('nextStep.held_elsewhere')
    if (count === 0) return t('pack.nothing')
    return part ? t('pack.part', { chosen: count, total }) : t('pack.button', { count })
  }
  // As CONFIRM does.
  if (toProve && !held)
    return (
      <Button
        {...LARGE}
        variant="outline"
        leftSection={<IconBarcode size={26} stroke={1.75} aria-hidden />}
        onClick={() => void command('confirm', 'touch')}
      >
        {t('nextStep.scan_serial')}
      </Button>
    )
  if (toFollow && !held)
    return (
      <Button
        {...LARGE}
        leftSection={<IconCheck size={26} stroke={1.75} aria-hidden />}
        onClick={() => void command('confirm', 'touch')}
      >
        {t('instructions.followed')}
      </Button>
    )
  return (
    <>
      {part && asked && count > 0 && (
        <Button {...LARGE} onClick={() => void command('pack_part', 'touch')}>
          {t('pack.partYes', { count })}
        </Button>
      )}
      <Button
        {...LARGE}
        variant={part ? 'outline' : 'filled'}
        leftSection={<IconPackage size={26} stroke={1.75} aria-hidden />}
        disabled={count === 0 || held}
        loading={busy}
        onClick={() => void command('confirm', 'touch')}
      >
        {words()}
      </Button>
    </>
  )
}

/** An open form shows the note itself. */
function LabelNote() {
  const hidden = useStoreOf('order', (state) => state.moving !== null)
  const present = useStoreOf('order', (state) => state.draft.trackingNumber)
  const setDraft = useStoreOf('order', (state) => state.setDraft)
  const readLabel = useStoreOf('order', (state) => state.readLabel)
  if (hidden) return null
  return <UsedLabelNote present={present} onUse={(number) => setDraft(readLabel(number))} />
}

/** A person who must decide or type something finds the fields open. */
function Parcel({ warehouseMissing }: { warehouseMissing: boolean }) {
  const { t } = useTranslation()
  const draft = useStoreOf('order', (state) => state.draft)
  const carriers = useCarriers()
  const [editing, setEditing] = useState(false)
  const needed = warehouseMissing || draft.warehouseId === null || undecided(draft, carriers).length > 0
  const open = editing || needed
  return (
    <>
      <div className={classes['cardHead']}>
        <h2 className={classes['label']}>{t('pack.parcel')}</h2>
        <span className={classes['spacer']} />
        <Button
          variant="subtle"
          px="xs"
          size="sm"
          aria-expanded={open}
          disabled={needed}
          onClick={() => setEditing(!editing)}
        >
          {t(open ? 'pack.close' : 'pack.edit')}
        </Button>
      </div>
      {open ? <PackFields warehouseMissing={warehouseMissing} /> : <LabelAsText />}
    </>
  )
}

/** Enough to see that label and order belong together; the whole address is in the details. */
function Receiver({ order: { buyer } }: { order: OrderView }) {
  const { t } = useTranslation()
  if (buyer === null) return null
  const to = [buyer.name, buyer.address.at(-1)].filter(Boolean).join(', ')
  if (to === '') return null
  return (
    <p className={classes['receiver']}>
      <span className={classes['quiet']}>{t('pack.to')}</span> {to}
    </p>
  )
}

function LabelAsText() {
  const { t } = useTranslation()
  const { carrier, trackingNumber } = useStoreOf('order', (state) => state.draft)
  if (carrier === '' && trackingNumber === '')
    return <Text className={classes['quiet']}>{t('pack.noLabel')}</Text>
  return (
    <>
      <div className={classes['carrier']}>{carrier === '' ? t('pack.noCarrier') : carrier}</div>
      {trackingNumber === '' ? (
        <Text className={classes['quiet']}>{t('pack.noNumber')}</Text>
      ) : (
        <div className={classes['tracking']}>{trackingNumber}</div>
      )}
    </>
  )
}

function PackFields({ warehouseMissing }: { warehouseMissing: boolean }) {
  const { t } = useTranslation()
  const draft = useStoreOf('order', (state) => state.draft)
  const setDraft = useStoreOf('order', (state) => state.setDraft)
  const setTrackingFocused = useStoreOf('scan', (state) => state.setTrackingFocused)
  useEffect(() => () => setTrackingFocused(false), [setTrackingFocused])
  return (
    <div className={classes['fields']}>
      <CarrierField label={draft} onChange={setDraft} />
      <NumberInput
        label={t('pack.warehouse')}
        withAsterisk
        hideControls
        allowDecimal={false}
        allowNegative={false}
        value={draft.warehouseId ?? ''}
        onChange={(value) => setDraft({ warehouseId: typeof value === 'number' ? value : null })}
        error={warehouseMissing && (draft.warehouseId ?? 0) < 1 ? t('pack.warehouseMissing') : null}
      />
      <TrackingFields
        label={draft}
        onChange={setDraft}
        onTrackingFocus={setTrackingFocused}
        wide={classes['wide'] ?? ''}
      />
    </div>
  )
}
