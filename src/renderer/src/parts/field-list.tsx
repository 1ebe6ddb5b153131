import type { TFunction } from 'i18next'
import type { Words } from '../../../locales/words'
import { sizeCodeWords } from '../../../shared/domain/text/codes'
import { hasText, useTranslation } from '../locales/i18n'
import classes from './field-list.module.css'
import { filledParts, isEmpty, percentIn } from './field-parts'
import { gradeWords } from '../scan/item-look'
import {
  itemStateWords,
  orderStateWords,
  paymentKindWords,
  reasonOfMarketplace,
  refundSourceWords,
  refundStateWords,
  refundTypeWords,
  shipmentStateWords,
} from './state-words'
import { showTime } from './time/station-time'
import { useZone } from './time/use-zone'
import { Unbroken } from './unbroken'
import { useMoney } from './use-money'
import { useRead } from './use-read'

const MONEY: ReadonlySet<string> = new Set([
  'price',
  'listed_price',
  'msrp',
  'listed_item_price',
  'amount',
  'net',
  'discount',
  'tax',
  'estimated_payout',
  'total_collected',
  'total_refunded',
])
/** Anything nested deeper is shown as it came. */
const DEEPEST = 3

type Leaf = (name: string, value: unknown) => string
type Props = { fields: Readonly<Record<string, unknown>>; leaf: Leaf; depth: number }

/** The kind of record: what a code such as a state means depends on it. */
type Kind = 'item' | 'order' | 'lines' | 'payments' | 'shipments' | 'refunds'

/** Fields of an item or an order by their names in the Partner API, including those that this version does not know. */
export function FieldList({ fields, of }: { fields: Readonly<Record<string, unknown>>; of: Kind }) {
  const { t } = useTranslation()
  const zone = useZone()
  const money = useMoney()
  const leaves = useRead('items:category', { refresh: false }, { asks: 'never' }).value
  const leaf: Leaf = (name, value) => {
    if (typeof value === 'number' && MONEY.has(name)) return money(value) ?? ''
    if (typeof value === 'string' && name.endsWith('_at')) return showTime(value, zone)
    if (name === 'category_id') {
      return leaves?.find(({ id }) => id === value)?.path.join(' › ') ?? String(value)
    }
    if (typeof value === 'boolean') return t(value ? 'items.yes' : 'items.no')
    if (typeof value === 'string') return codeWords(t, of, name, value)
    if (typeof value === 'number') return String(value)
    return JSON.stringify(value)
  }
  return <Fields fields={fields} leaf={leaf} depth={0} />
}

function Fields({ fields, leaf, depth }: Props) {
  const { t } = useTranslation()
  return (
    <dl className={classes['fields']}>
      {Object.entries(fields).map(([name, value]) => (
        <div key={name} className={classes['field']}>
          <dt>{fieldWords(t, name)}</dt>
          <dd>
            <Value name={name} value={value} leaf={leaf} depth={depth} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ name, value, leaf, depth }: Omit<Props, 'fields'> & { name: string; value: unknown }) {
  const { t } = useTranslation()
  if (isEmpty(value)) return <span className={classes['quiet']}>{t('items.none')}</span>
  const percent = percentIn(value)
  if (percent !== null) return `${percent}\u00a0%`
  if (typeof value !== 'object' || depth === DEEPEST) return <Unbroken text={leaf(name, value)} />
  const many: readonly unknown[] | null = Array.isArray(value) ? value : null
  if (many === null) {
    const parts = filledParts(value as Record<string, unknown>)
    return <Fields fields={parts} leaf={leaf} depth={depth + 1} />
  }
  if (!many.some((one) => typeof one === 'object'))
    return <Unbroken text={many.map((one) => leaf(name, one)).join(', ')} />
  return many.map((one, index) => (
    <div key={index}>
      <Value name={name} value={one} leaf={leaf} depth={depth + 1} />
    </div>
  ))
}

/** A code in words; any other text as it came. */
function codeWords(t: TFunction, of: Kind, name: string, value: string): string {
  switch (name) {
    case 'quality':
      return gradeWords(t, value)
    case 'cancelation_reason':
      return reasonOfMarketplace(t, value)
    case 'transaction_type':
      return paymentKindWords(t, value)
    case 'type':
    case 'scale':
      return of === 'item' ? sizeCodeWords(value) : wordsOfRefund(t, of, name, value)
    case 'state':
      return stateOf(t, of, value)
    default:
      return wordsOfRefund(t, of, name, value)
  }
}

function stateOf(t: TFunction, of: Kind, state: string): string {
  switch (of) {
    case 'item':
      return itemStateWords(t, state)
    case 'order':
      return orderStateWords(t, state)
    case 'shipments':
      return shipmentStateWords(t, state)
    case 'refunds':
      return refundStateWords(t, state)
    default:
      return state
  }
}

function wordsOfRefund(t: TFunction, of: Kind, name: string, value: string): string {
  if (of !== 'refunds') return value
  switch (name) {
    case 'type':
      return refundTypeWords(t, value)
    case 'source':
      return refundSourceWords(t, value)
    case 'description':
      return reasonOfMarketplace(t, value)
    default:
      return value
  }
}

type FieldOfItem = keyof Words['items']['fields']
type FieldOfOrder = keyof Words['order']['fields']

/** A field without words of its own is shown under the marketplace's name. */
function fieldWords(t: TFunction, name: string): string {
  if (hasText(`items.fields.${name}`)) return t(`items.fields.${name as FieldOfItem}`)
  return hasText(`order.fields.${name}`) ? t(`order.fields.${name as FieldOfOrder}`) : name
}
