import { Alert, Button, Text, TextInput } from '@mantine/core'
import { IconPrinter, IconUserPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { OperatorDetail } from '../../../../shared/contract/operators'
import type { BridgeError } from '../../../../shared/contract/result'
import { ErrorAlert } from '../../parts/error-alert'
import { SupervisorsOnly, useMayManage } from '../../parts/needs-supervisor'
import { PrintResult } from '../../parts/print-result'
import { useStoreOf, useStores } from '../../stores/stores'
import { LockForm } from './lock-form'
import { OperatorDialog } from './operator-dialog'
import classes from './operators.module.css'
import { PriceFloorForm } from './price-floor-form'
import { ScanRuleForm } from './scan-rule-form'
import { z } from 'zod'
import { preferenceSchemas, strict, type Preferences } from '../../../../shared/contract/preferences'
import { centsAsTyped } from '../../../../shared/domain/orders/money'
import { typedCents } from '../../forms/typed'
import { CardHelp, SettingCard } from '../../forms/setting-card'
import { usePreferences } from '../../forms/use-settings'
import { useLocale, useTranslation } from '../../locales/i18n'

/** The people who may sign in, and the rules for signing in. */
export function OperatorsSection() {
  const mayManage = useMayManage()
  const locked = useStoreOf('operator', (state) => state.locked)
  const preferences = useStoreOf('station', (state) => state.bootstrap?.preferences)
  if (!mayManage || preferences === undefined) return <SupervisorsOnly />
  return (
    <div className={classes['columns']}>
      {/* Its dialog holds a badge or a PIN, which must not outlast the lock. */}
      {!locked && <People />}
      <div className={classes['forms']}>
        <LockForm lock={preferences.lock} />
        <ScanRuleForm packing={preferences.packing} />
        <RefundLimitForm money={preferences.money} />
        <PriceFloorForm prices={preferences.prices} />
      </div>
    </div>
  )
}

function People() {
  const { t } = useTranslation()
  const people = useStoreOf('operator', (state) => state.people)
  const loadPeople = useStoreOf('operator', (state) => state.loadPeople)
  const [error, setError] = useState<BridgeError | null>(null)
  const [edited, setEdited] = useState<OperatorDetail | 'new' | null>(null)
  useEffect(() => {
    if (people === null) void loadPeople().then(setError)
  }, [people, loadPeople])
  return (
    <section className={classes['card']} aria-label={t('operators.title')}>
      <h2 className={classes['title']}>{t('operators.title')}</h2>
      <CardHelp>
        <p>{t('operators.about')}</p>
        <p>{t('operators.way')}</p>
        <p>{t('operators.roleHint')}</p>
      </CardHelp>
      <ErrorAlert error={error} />
      <OpenStation />
      <FirstSupervisor />
      {people?.length === 0 && <Text>{t('operators.none')}</Text>}
      <ul className={classes['people']} aria-label={t('operators.title')}>
        {people?.map((person) => (
          <Person key={person.operatorId} person={person} onEdit={() => setEdited(person)} />
        ))}
      </ul>
      <PrintResult isOurs={({ kind }) => kind === 'badges'} />
      <Button leftSection={<IconUserPlus aria-hidden />} onClick={() => setEdited('new')}>
        {t('operators.add')}
      </Button>
      {edited !== null && (
        <OperatorDialog person={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </section>
  )
}

/** Warns that the station requires nobody to sign in. */
function OpenStation() {
  const { t } = useTranslation()
  const people = useStoreOf('operator', (state) => state.signIn?.operators ?? [])
  if (people.some(({ role }) => role === 'supervisor')) return null
  return (
    <Alert role="note" color="yellow">
      {people.length === 0 ? t('operators.open') : t('operators.noSupervisor')}
    </Alert>
  )
}

/** Offers the badge of the first supervisor while that person is still at the screen. */
function FirstSupervisor() {
  const { t } = useTranslation()
  const first = useStoreOf('operator', (state) => state.firstSupervisor)
  const { print } = useStores().printing
  if (first === null) return null
  const { operatorId, name } = first
  return (
    <Alert role="status" color="blue" title={t('operators.firstTitle', { name })}>
      <Text>{t('operators.firstText')}</Text>
      <Button
        mt="sm"
        leftSection={<IconPrinter aria-hidden />}
        onClick={() => void print({ kind: 'badges', operatorId })}
      >
        {t('operators.firstPrint')}
      </Button>
    </Alert>
  )
}

function Person({ person, onEdit }: { person: OperatorDetail; onEdit: () => void }) {
  const { t } = useTranslation()
  const { print } = useStores().printing
  const { operatorId, name, role, hasPin, active } = person
  const how = hasPin ? t('operators.withPin') : t('operators.badgeOnly')
  return (
    <li className={classes['person']}>
      <div>
        <div className={classes['personName']}>{name}</div>
        <div className={classes['quiet']}>
          {t(`operators.roles.${role}`)} · {active ? how : t('operators.inactive')}
        </div>
      </div>
      <Button
        variant="default"
        leftSection={<IconPrinter aria-hidden />}
        aria-label={t('operators.printBadge', { name })}
        disabled={!active}
        onClick={() => void print({ kind: 'badges', operatorId })}
      >
        {t('operators.printBadgeShort')}
      </Button>
      <Button variant="default" aria-label={t('operators.edit', { name })} onClick={onEdit}>
        {t('operators.editShort')}
      </Button>
    </li>
  )
}

const limitSchema = z.object({
  refundAskAboveCents: typedCents.pipe(strict(preferenceSchemas.money).shape.refundAskAboveCents),
})

/** The amount above which a refund must be confirmed twice. */
function RefundLimitForm({ money }: { money: Preferences['money'] }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const currency = useStoreOf('station', (state) => state.bootstrap?.settings.currency ?? '')
  const { text, last } = usePreferences('money', money, {
    schema: limitSchema,
    problems: { refundAskAboveCents: t('operators.refundLimitBad') },
    shown: { refundAskAboveCents: centsAsTyped(money.refundAskAboveCents, locale) },
  })
  return (
    <SettingCard title={t('operators.moneyTitle')} last={last}>
      <TextInput
        label={t('operators.refundLimit', { currency })}
        description={t('operators.refundLimitHint')}
        inputMode="decimal"
        autoComplete="off"
        {...text('refundAskAboveCents')}
      />
    </SettingCard>
  )
}
