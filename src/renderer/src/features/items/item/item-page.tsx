import { Alert, Button, Kbd, Loader } from '@mantine/core'
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react'
import { lazy, Suspense, type ComponentType } from 'react'
import type { ItemDetail } from '../../../../../shared/contract/items'
import { useTranslation } from '../../../locales/i18n'
import { ErrorAlert } from '../../../parts/error-alert'
import { FieldList } from '../../../parts/field-list'
import { ageWords } from '../../../parts/time/ages'
import { showClock } from '../../../parts/time/station-time'
import { useNow } from '../../../parts/time/use-now'
import { useZone } from '../../../parts/time/use-zone'
import { useMoney } from '../../../parts/use-money'
import { useRead } from '../../../parts/use-read'
import { useEscape } from '../../../scan/use-escape'
import { ChangeForm } from './change-form'
import { DelistButton } from './delist-button'
import classes from '../items.module.css'
import { StateBadge } from '../state-badge'
import { TaughtCodes } from './taught-codes'
import { useOpenOp } from '../../../parts/use-open'
import desk from '../../../ui/desk.module.css'

/** The chart is loaded on demand. */
const ItemHistory = lazy(async () => ({ default: (await import('./item-history')).ItemHistory }))

/** The longest that the marketplace takes to show a discount. @see partner-api "Limits" */
const DISCOUNT_MS = 15 * 60_000

/** What other capabilities say about an item. */
export type ItemNotes = ComponentType<{ itemNumber: string }>

type Props = { itemNumber: string; onClose: () => void; Notes: ItemNotes }

/** One item: as the marketplace shows it, with its waiting changes and the forms to change it. */
export function ItemPage({ itemNumber, onClose, Notes }: Props) {
  const { t } = useTranslation()
  const { value: item, error, again } = useRead('items:read', { itemNumber }, { staleOn: ['items_changed'] })
  // The name of the category; the item is shown without it, too.
  useRead('items:category', { refresh: false }, { asks: 'once' })
  useEscape(onClose)
  return (
    <div className={classes['scroll']}>
      <Head {...{ item, itemNumber, onClose }} onRefresh={() => void again()} />
      <ErrorAlert error={error} mt="md" />
      {item === null && error === null && <Loader mt="xl" aria-label={t('items.opening')} />}
      {item !== null && <Body {...{ item, Notes }} onChange={() => void again()} />}
    </div>
  )
}

type HeadProps = Omit<Props, 'Notes'> & { item: ItemDetail | null; onRefresh: () => void }

function Head({ item, itemNumber, onClose, onRefresh }: HeadProps) {
  const { t } = useTranslation()
  const nowMs = useNow()
  return (
    <div className={classes['head']}>
      <Button
        variant="default"
        leftSection={<IconArrowLeft aria-hidden />}
        rightSection={<Kbd>Esc</Kbd>}
        onClick={onClose}
      >
        {t('items.back')}
      </Button>
      <h1 className={desk['title']}>{item?.title ?? t('items.itemNumber', { value: itemNumber })}</h1>
      {item !== null && <StateBadge state={item.state} />}
      {item !== null && (
        <span className={classes['quiet']}>
          {t('items.readAt', { age: ageWords(t, item.readAt, nowMs) })}
        </span>
      )}
      <Button variant="default" leftSection={<IconRefresh aria-hidden />} onClick={onRefresh}>
        {t('items.refresh')}
      </Button>
    </div>
  )
}

type BodyProps = { item: ItemDetail; Notes: ItemNotes; onChange: () => void }

function Body({ item, Notes, onChange }: BodyProps) {
  const { t } = useTranslation()
  return (
    <>
      {item.goneAt !== null && (
        <Alert role="alert" color="yellow" mt="md">
          {t('items.goneHint')}
        </Alert>
      )}
      {item.listingErrors.length > 0 && (
        <Alert role="alert" color="red" mt="md" title={t('items.listingErrors')}>
          <ul className={classes['messages']}>
            {item.listingErrors.map((message, index) => (
              <li key={index}>{message}</li>
            ))}
          </ul>
        </Alert>
      )}
      <div className={classes['columns']}>
        <section className={classes['card']} aria-label={t('items.fieldsTitle')}>
          <h2 className={classes['cardTitle']}>{t('items.fieldsTitle')}</h2>
          <FieldList fields={item.fields} of="item" />
        </section>
        <div className={classes['side']}>
          <Pending item={item} />
          {item.goneAt === null && (
            <>
              <ChangeForm item={item} key={item.itemNumber} onChange={onChange} />
              <DelistButton item={item} onChange={onChange} />
            </>
          )}
          <Notes itemNumber={item.itemNumber} />
          <TaughtCodes itemNumber={item.itemNumber} />
          <Suspense>
            <ItemHistory item={item} />
          </Suspense>
        </div>
      </div>
    </>
  )
}

/** Changes that wait here, and a discount that the marketplace has accepted but does not show yet. */
function Pending({ item }: { item: ItemDetail }) {
  const { t } = useTranslation()
  const money = useMoney()
  const zone = useZone()
  const nowMs = useNow()
  const openOp = useOpenOp()
  const { pending, discountAsked } = item
  const onItsWay =
    discountAsked !== null &&
    discountAsked.maxDiscountPercent !== item.maxDiscountPercent &&
    nowMs - Date.parse(discountAsked.acceptedAt) < DISCOUNT_MS
  return (
    <>
      {pending.length > 0 && (
        <section className={classes['card']} aria-label={t('items.pending')}>
          <h2 className={classes['cardTitle']}>{t('items.pending')}</h2>
          <ul className={classes['messages']}>
            {pending.map(({ seq, kind, state, priceCents, maxDiscountPercent }) => (
              <li key={seq}>
                <strong>{t(`outbox.kinds.${kind}`)}</strong>
                {priceCents !== null && `: ${t('items.pendingPrice', { amount: money(priceCents) ?? '' })}`}
                {maxDiscountPercent !== null &&
                  ` · ${t('items.pendingDiscount', { percent: maxDiscountPercent })}`}
                {` (${t(`outbox.states.${state}`)})`}
              </li>
            ))}
          </ul>
          <Button variant="default" mt="sm" onClick={() => openOp(pending[0]?.seq ?? 0)}>
            {t('items.openOutbox')}
          </Button>
        </section>
      )}
      {onItsWay && (
        <Alert role="status" color="yellow">
          {t('items.discountOnItsWay', {
            percent: discountAsked.maxDiscountPercent,
            at: showClock(Date.parse(discountAsked.acceptedAt), zone),
          })}
        </Alert>
      )}
    </>
  )
}
