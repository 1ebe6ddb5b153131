import { Alert, Button, List, Text } from '@mantine/core'
import { IconPackages } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { BoxLabel } from '../../../../shared/contract/boxes'
import type { OrderView } from '../../../../shared/contract/views'
import { sameLabel } from '../../../../shared/domain/shipments/used-label'
import { useTranslation } from '../../locales/i18n'
import { useRead } from '../../parts/use-read'
import { packableIds } from '../../stores/order-store'
import { useStoreOf } from '../../stores/stores'

/** A box that is left closes by itself. */
const LOOK_AGAIN_MS = 60_000

/** The other orders that go in the order's box; nothing where there are none, or the station does not ask for that. */
export function OneBox({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const on = useStoreOf('station', (state) => state.bootstrap?.preferences.labels.oneBox ?? false)
  const request = on ? { orderId: order.orderId } : null
  const { value } = useRead('boxes:of-order', request, {
    staleOn: ['orders_changed'],
    everyMs: LOOK_AGAIN_MS,
  })
  const left = packableIds(order).length
  const { toPack = [], label = null } = value ?? {}
  const [next] = toPack
  const isLabeled = useSharedLabel(left > 0 ? label : null)
  if (next === undefined && !isLabeled) return null
  return (
    <Alert
      role="status"
      color="blue"
      // Else the column, which scrolls, would cut it off.
      style={{ overflow: 'visible' }}
      icon={<IconPackages stroke={1.75} aria-hidden />}
      title={
        isLabeled ? t('boxes.label', { orderId: label?.orderId }) : t('boxes.title', { count: toPack.length })
      }
      data-testid="one-box"
    >
      {isLabeled && <OtherBox />}
      {next !== undefined && (
        <List listStyleType="none" mt={isLabeled ? 'xs' : 0}>
          {toPack.map(({ orderId, units }) => (
            <List.Item key={orderId}>{t('boxes.order', { orderId, count: units })}</List.Item>
          ))}
        </List>
      )}
      {next !== undefined && left > 0 && <Text mt="xs">{t('boxes.how')}</Text>}
      {next !== undefined && left === 0 && <Next orderId={next.orderId} />}
    </Alert>
  )
}

/** The first item says that the packer goes on with this order: then the box's label is its own. */
function useSharedLabel(label: BoxLabel | null): boolean {
  const begun = useStoreOf('order', (state) => state.chosen.size > 0)
  const number = useStoreOf('order', (state) => state.draft.trackingNumber)
  const setDraft = useStoreOf('order', (state) => state.setDraft)
  // Once: who takes it out wants another one.
  const given = useRef(false)
  useEffect(() => {
    if (label === null || !begun || given.current || Date.parse(label.until) < Date.now()) return
    given.current = true
    const { carrier, trackingNumber, trackingUrl } = label
    if (number === '') setDraft({ carrier, trackingNumber, trackingUrl })
  }, [label, begun, number, setDraft])
  return label !== null && (number === '' ? !begun : sameLabel(number, label.trackingNumber))
}

function OtherBox() {
  const { t } = useTranslation()
  const isThere = useStoreOf('order', (state) => state.draft.trackingNumber !== '')
  const dropLabel = useStoreOf('order', (state) => state.dropLabel)
  if (!isThere) return null
  return (
    <Button variant="default" onClick={dropLabel}>
      {t('boxes.own')}
    </Button>
  )
}

function Next({ orderId }: { orderId: number }) {
  const { t } = useTranslation()
  const command = useStoreOf('scan', (state) => state.command)
  return (
    <Button fullWidth size="lg" mt="xs" onClick={() => void command('next', 'touch')}>
      {t('boxes.next', { orderId })}
    </Button>
  )
}
