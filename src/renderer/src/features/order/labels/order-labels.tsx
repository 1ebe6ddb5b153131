import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useId, useMemo, useRef } from 'react'
import type { LabelsOfOrder, LabelView } from '../../../../../shared/contract/labels'
import type { OrderView } from '../../../../../shared/contract/views'
import { carrierNamed } from '../../../../../shared/domain/carriers/carrier'
import {
  chooseLabel,
  type LabelChoice,
  type TableNumber,
} from '../../../../../shared/domain/labels/choose-label'
import { changeLabel } from '../../../../../shared/domain/shipments/label'
import { isLive } from '../../../../../shared/domain/shipments/shipment'
import { sameLabel } from '../../../../../shared/domain/shipments/used-label'
import { useTranslation } from '../../../locales/i18n'
import { ErrorAlert } from '../../../parts/error-alert'
import { SettingLink } from '../../../parts/setting-link'
import { RecentTime } from '../../../parts/time/recent-time'
import { useCarriers } from '../../../parts/use-carriers'
import { useRead } from '../../../parts/use-read'
import { useFormGuard } from '../../../scan/use-form-guard'
import { useStoreOf, useStores } from '../../../stores/stores'
import { useProgress } from '../next-step'
import classes from '../order.module.css'
import own from './order-labels.module.css'
import { useLabelPrint, usePrintWhenPacked, type LabelPrinting } from './use-label-print'

/** Carrier software writes the label while the items are being scanned. */
const LOOK_MS = 3_000

type Choice = LabelChoice<LabelView>

/** The label that carrier software has made for the order on the bench: its number becomes the parcel's, and it is printed here. */
export function OrderLabels({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const { situation } = useProgress(order)
  const { orderId, shipments } = order
  const { value, again } = useRead('labels:of-order', { orderId }, { everyMs: LOOK_MS })
  const taken = useStoreOf('order', (state) => state.draft.trackingNumber)
  const choice = useMemo((): Choice => {
    if (value === null) return { kind: 'none' }
    const live = shipments.filter(({ state }) => isLive(state))
    const onParcels = live.flatMap(({ trackingNumber }) => trackingNumber ?? [])
    return chooseLabel(value.labels, value.numbers, onParcels, taken)
  }, [value, shipments, taken])
  const isComplete = situation === 'all'
  const take = useTake()
  useFill(isComplete ? choice : null, take)
  const printing = useLabelPrint(orderId, again)
  usePrintWhenPacked(choice, printing.print)
  if (value === null) return null
  const hasLabels = value.labels.length > 0
  const isOffered = [...value.labels, ...value.numbers].some(
    ({ trackingNumber }) => trackingNumber !== null && sameLabel(trackingNumber, taken),
  )
  const isTakenBack = isComplete && filledIn.has(taken) && !isOffered
  // Without a folder, nothing is to be waited for.
  const isShown = isComplete
    ? value.folder !== 'off' || choice.kind !== 'none' || isTakenBack
    : situation === 'done' && hasLabels
  if (!isShown) return null
  return (
    <section className={classes['card']} aria-label={t('labels.title')}>
      <h2 className={classes['label']}>{t('labels.title')}</h2>
      {value.folder === 'away' && (
        <Alert color="orange" my="xs">
          {t('labels.away')}
          <SettingLink section="labels" setting="labelFolder.path">
            {t('labelFolder.title')}
          </SettingLink>
        </Alert>
      )}
      {isTakenBack && (
        <Alert role="alert" color="orange" my="xs">
          {t('labels.takenBack', { number: taken })}
        </Alert>
      )}
      {isComplete ? (
        <OfParcel found={value} choice={choice} printing={printing} take={take} />
      ) : (
        <Rows labels={value.labels} printing={printing} />
      )}
      <ErrorAlert error={printing.error} mt="xs" />
      <AskAgain printing={printing} />
    </section>
  )
}

/** Puts a number from the folder into the parcel's label. */
function useTake(): (number: TableNumber) => void {
  const { order } = useStores()
  const carriers = useCarriers()
  return ({ trackingNumber, carrier }) => {
    const { readLabel, setDraft } = order.getState()
    const label = readLabel(trackingNumber)
    const name = carrierNamed(carrier, carriers)?.name ?? carrier
    setDraft(name === '' ? label : changeLabel(label, { carrier: name }, carriers))
  }
}

/** The numbers that were filled in since the window was opened: the parcel keeps its own while somebody looks at another page. */
const filledIn = new Set<string>()

/** As the scan of a label would, and once: a packer may take the number out again. */
function useFill(choice: Choice | null, take: (number: TableNumber) => void): void {
  const { order } = useStores()
  const present = useStoreOf('order', (state) => state.draft.trackingNumber)
  const filled = useRef(new Set<string>())
  useEffect(() => {
    if (choice?.kind !== 'one' || choice.trackingNumber === null || present !== '') return
    const { trackingNumber, carrier } = choice
    if (filled.current.has(trackingNumber)) return
    filled.current.add(trackingNumber)
    take({ trackingNumber, carrier })
    // As the parcel has it: a barcode may carry more than the number.
    filledIn.add(order.getState().draft.trackingNumber)
  })
}

type OfParcelProps = {
  found: LabelsOfOrder
  choice: Choice
  printing: LabelPrinting
  take: (number: TableNumber) => void
}

function OfParcel({ found, choice, printing, take }: OfParcelProps) {
  const { t } = useTranslation()
  const present = useStoreOf('order', (state) => state.draft.trackingNumber)
  switch (choice.kind) {
    case 'none':
      return found.labels.length === 0 ? (
        <Text className={classes['quiet']}>{t('labels.none')}</Text>
      ) : (
        <Rows labels={found.labels} printing={printing} />
      )
    case 'several':
      return (
        <>
          <Text my="xs">{t('labels.several')}</Text>
          <ul className={own['rows']}>
            {found.labels.map((label) => {
              const { sha256, name, trackingNumber, isAlone } = label
              return isAlone && trackingNumber !== null ? (
                <li key={sha256}>
                  <div className={own['name']}>{name}</div>
                  <UseButton number={{ trackingNumber, carrier: '' }} take={take} />
                </li>
              ) : (
                <Row key={sha256} label={label} printing={printing} />
              )
            })}
            {onlyInTables(found).map((number) => (
              <li key={number.trackingNumber}>
                <UseButton number={number} take={take} />
              </li>
            ))}
          </ul>
        </>
      )
    case 'one': {
      const number = choice.trackingNumber
      const isOther = number !== null && present !== '' && !sameLabel(number, present)
      const { given } = found
      const isGiven = number !== null && given !== null && sameLabel(number, given.trackingNumber)
      return (
        <>
          {choice.label !== null && <Rows labels={[choice.label]} printing={printing} />}
          {isOther && (
            <Alert role="alert" color="orange" mt="xs">
              {isGiven
                ? t('labels.otherGiven', { number, name: given.fileName })
                : t('labels.otherNumber', { number })}
            </Alert>
          )}
          {!isOther && (
            <Text className={classes['quiet']} mt="xs">
              {isGiven
                ? t('labels.given', { name: given.fileName, by: given.givenBy })
                : t(number === null ? 'labels.noNumber' : 'labels.taken')}
            </Text>
          )}
        </>
      )
    }
  }
}

/** The numbers that no label has. */
function onlyInTables({ labels, numbers }: LabelsOfOrder): readonly TableNumber[] {
  const isOnLabel = (number: string) =>
    labels.some(({ trackingNumber }) => trackingNumber !== null && sameLabel(trackingNumber, number))
  return numbers.filter(({ trackingNumber }) => !isOnLabel(trackingNumber))
}

function UseButton({ number, take }: { number: TableNumber; take: (number: TableNumber) => void }) {
  const { t } = useTranslation()
  return (
    <Button fullWidth size="lg" mt={4} variant="default" onClick={() => take(number)}>
      {t('labels.use', { number: number.trackingNumber })}
    </Button>
  )
}

function Rows({ labels, printing }: { labels: readonly LabelView[]; printing: LabelPrinting }) {
  return (
    <ul className={own['rows']}>
      {labels.map((label) => (
        <Row key={label.sha256} label={label} printing={printing} />
      ))}
    </ul>
  )
}

function Row({ label, printing }: { label: LabelView; printing: LabelPrinting }) {
  const { t } = useTranslation()
  const { name, printed } = label
  const id = useId()
  return (
    <li>
      <div id={id} className={own['name']}>
        {name}
      </div>
      {printed !== null && (
        <div className={classes['quiet']} role="status">
          {t(printed.sent ? 'labels.printed' : 'labels.unsure', { by: printed.printedBy })}{' '}
          <RecentTime at={printed.printedAt} />
        </div>
      )}
      <Button
        fullWidth
        size="lg"
        mt={4}
        variant="default"
        loading={printing.isBusy}
        leftSection={<IconPrinter size={22} stroke={1.75} aria-hidden />}
        aria-describedby={id}
        onClick={() => void printing.print(label)}
      >
        {t(printed === null ? 'labels.print' : 'labels.printAgain')}
      </Button>
    </li>
  )
}

/** Two labels with one number on two parcels would send one of them to the wrong buyer. */
function AskAgain({ printing: { asked, answer } }: { printing: LabelPrinting }) {
  const { t } = useTranslation()
  const keep = () => void answer(false)
  const print = () => {
    void answer(true)
    return true
  }
  useFormGuard(asked !== null, { close: keep, confirm: print })
  return (
    <Modal opened={asked !== null} onClose={keep} title={t('labels.askTitle')} size="lg">
      <Text mb="lg">{t(asked?.printed?.sent === false ? 'labels.askUnsure' : 'labels.askPrinted')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={print}>
          {t('labels.printAgain')}
        </Button>
        <Button onClick={keep} data-autofocus>
          {t('labels.keep')}
        </Button>
      </Group>
    </Modal>
  )
}
