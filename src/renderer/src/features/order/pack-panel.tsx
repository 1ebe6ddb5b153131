import { Alert, Button, NumberInput, Text } from '@mantine/core'
import { IconCircleCheck, IconPackage } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderView } from '../../../../shared/contract/views'
import { packableIds } from '../../stores/order-store'
import { useStoreOf } from '../../stores/stores'
import { wordsOfError } from '../../locales/i18n'
import { CarrierField, TrackingFields } from './label-fields'
import classes from './order.module.css'
import { UsedLabelNote } from './used-label-note'

/** Packs the chosen lines as a shipment. */
export function PackPanel({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const problem = useStoreOf('order', (state) => state.packProblem)
  const left = packableIds(order).length
  return (
    <section className={classes['card']} aria-label={t('pack.title')}>
      <PackedNote left={left} />
      {left > 0 && (
        <>
          <PackFields warehouseMissing={problem === 'warehouse_missing'} />
          <LabelNote />
          {problem !== null && problem !== 'warehouse_missing' && problem.code !== 'label_used' && (
            <Alert role="alert" color="red" mt="sm">
              {wordsOfError(t, problem)}
            </Alert>
          )}
          <PackButton held={order.bench !== null} />
        </>
      )}
    </section>
  )
}

/** Depends only on the choice: each scan rerenders this, and not the fields. */
function PackButton({ held }: { held: boolean }) {
  const { t } = useTranslation()
  const count = useStoreOf('order', (state) => state.chosen.size)
  const busy = useStoreOf('order', (state) => state.busy === 'pack')
  const command = useStoreOf('scan', (state) => state.command)
  return (
    <>
      <Button
        fullWidth
        size="lg"
        mt="sm"
        leftSection={<IconPackage aria-hidden />}
        disabled={count === 0 || held}
        loading={busy}
        onClick={() => void command('pack_part', 'touch')}
      >
        {t('pack.button', { count })}
      </Button>
      <Text ta="center" mt={6} className={classes['quiet']}>
        {count === 0 ? t('pack.nothing') : t('pack.keys')}
      </Text>
    </>
  )
}

function PackedNote({ left }: { left: number }) {
  const { t } = useTranslation()
  const packed = useStoreOf('order', (state) => state.packedLines)
  if (left > 0 && packed === null) return <h2 className={classes['cardTitle']}>{t('pack.title')}</h2>
  if (left > 0) {
    return (
      <Alert role="status" color="green" mb="sm" icon={<IconCircleCheck aria-hidden />}>
        {t('pack.donePart', { count: packed ?? 0 })}
      </Alert>
    )
  }
  return (
    <Alert
      role="status"
      variant="filled"
      color="#1b6e2d"
      icon={<IconCircleCheck size={36} aria-hidden />}
      title={t('pack.doneAll')}
      styles={{ title: { fontSize: '1.5rem' }, icon: { width: 40, height: 40 } }}
    >
      {t('pack.doneAllHint')}
    </Alert>
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
