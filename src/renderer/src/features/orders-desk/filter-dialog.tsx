import { Autocomplete, Button, Modal, Select, Switch, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { centsAsTyped, parseCents } from '../../../../shared/domain/orders/money'
import { WORK_STATES, type DeskFilter } from '../../../../shared/domain/orders/order-desk'
import { useLocale, useTranslation } from '../../locales/i18n'
import { dayOf } from '../../parts/time/station-time'
import { dayRange } from '../../parts/time/typed-time'
import { useZone } from '../../parts/time/use-zone'
import { useRead } from '../../parts/use-read'
import { useFormGuard } from '../../scan/use-form-guard'
import { DialogButtons } from '../../ui/dialog-buttons'
import classes from './orders-desk.module.css'
import { useDesk } from './use-desk'

const TIMES = [
  'createdAfter',
  'createdBefore',
  'updatedAfter',
  'updatedBefore',
  'purchasedFrom',
  'purchasedTo',
] as const satisfies readonly (keyof DeskFilter)[]
const AMOUNTS = ['amountFrom', 'amountTo'] as const
/** Several are separated by commas. */
const NAMES = ['states', 'carriers'] as const
const FLAGS = ['late', 'refunded', 'needsPerson'] as const
const MOST_NAMES = 20
const ANY = 'any'

/** All that orders can be filtered by. Nothing is listed until it is submitted. */
export function FilterDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { filter, setFilter } = useDesk()
  const choices = useRead('orders:choices', {}).value
  const [draft, setDraft] = useState(filter)
  const typedOf = (cents: number | null) => (cents === null ? '' : centsAsTyped(cents, locale))
  const [typed, setTyped] = useState({
    amountFrom: typedOf(filter.amountFrom),
    amountTo: typedOf(filter.amountTo),
    states: filter.states.join(', '),
    carriers: filter.carriers.join(', '),
  })
  const edit = (part: Partial<DeskFilter>) => setDraft({ ...draft, ...part })
  const read = { amountFrom: amountOf(typed.amountFrom), amountTo: amountOf(typed.amountTo) }
  const wrong = AMOUNTS.filter((name) => read[name] === undefined)
  useFormGuard(true, { close: onClose })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wrong.length > 0) return
    setFilter({
      ...draft,
      states: namesIn(typed.states),
      carriers: namesIn(typed.carriers),
      amountFrom: read.amountFrom ?? null,
      amountTo: read.amountTo ?? null,
    })
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={t('desk.filters.title')} size={820}>
      <form className={classes['form']} onSubmit={submit} noValidate>
        <Select
          label={t('desk.filters.work')}
          allowDeselect={false}
          data={[
            { value: ANY, label: t('desk.filters.any') },
            ...WORK_STATES.map((work) => ({ value: String(work), label: t(`desk.work.${work}`) })),
          ]}
          value={draft.work ?? ANY}
          onChange={(work) => edit({ work: WORK_STATES.find((one) => one === work) ?? null })}
        />
        {NAMES.map((name) => (
          <Autocomplete
            key={name}
            label={t(`desk.filters.${name}`)}
            placeholder={t('desk.filters.any')}
            maxLength={500}
            data={[...(choices?.[name] ?? [])]}
            value={typed[name]}
            onChange={(text) => setTyped({ ...typed, [name]: text })}
          />
        ))}
        <div className={classes['pair']}>
          {AMOUNTS.map((name) => (
            <TextInput
              key={name}
              label={t(`desk.filters.${name}`)}
              inputMode="decimal"
              value={typed[name]}
              error={wrong.includes(name) ? t('desk.filters.notMoney') : null}
              onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
            />
          ))}
        </div>
        {TIMES.map((name) => (
          <DayField key={name} name={name} value={draft[name]} onChange={(at) => edit({ [name]: at })} />
        ))}
        <div className={classes['flags']}>
          {FLAGS.map((name) => (
            <Switch
              key={name}
              size="md"
              label={t(`desk.filters.${name}`)}
              checked={draft[name]}
              onChange={(event) => edit({ [name]: event.currentTarget.checked })}
            />
          ))}
        </div>
        <div className={classes['submit']}>
          <DialogButtons>
            <Button variant="default" size="lg" onClick={onClose}>
              {t('desk.filters.cancel')}
            </Button>
            <Button type="submit" size="lg">
              {t('desk.filters.show')}
            </Button>
          </DialogButtons>
        </div>
      </form>
    </Modal>
  )
}

function namesIn(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  return [...new Set(names)].filter((name) => name !== '').slice(0, MOST_NAMES)
}

/** `undefined`: what was typed is no amount. */
function amountOf(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  const parsed = parseCents(typed)
  return parsed.ok ? parsed.cents : undefined
}

type DayProps = { name: (typeof TIMES)[number]; value: string | null; onChange: (at: string | null) => void }

/** A day of the station's zone; the filter has its first moment. */
function DayField({ name, value, onChange }: DayProps) {
  const { t } = useTranslation()
  const zone = useZone()
  return (
    <TextInput
      type="date"
      label={t(`desk.filters.${name}`)}
      value={value === null ? '' : dayOf(value, zone)}
      onChange={(event) => onChange(dayRange(event.currentTarget.value, zone)?.from ?? null)}
    />
  )
}
