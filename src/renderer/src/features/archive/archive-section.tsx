import { Alert, Button, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { ArchivedOrders, ArchiveMonth } from '../../../../shared/contract/archive'
import type { QueueRow } from '../../../../shared/contract/views'
import { useAct, useKept, useRead } from '../../parts/use-read'
import { ARCHIVE_SEARCH } from '../../stores/shown'
import { useLocale, useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { showMinute } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useOpenOrder } from '../../parts/use-open'
import classes from '../../ui/section.module.css'
import own from './archive.module.css'

const BYTES_PER_MB = 1_000_000
const LONGEST_SEARCH = 200

/** Finished orders that have left the lists: looked for, opened again, and saved by month. */
export function ArchiveSection() {
  const { t } = useTranslation()
  const { value: months, error } = useRead('archive:months', {})
  const { done: saved, error: exportError } = useAct('archive:export')
  return (
    <Stack gap="lg">
      <section className={classes['card']} aria-label={t('archive.title')}>
        <h2 className={classes['cardTitle']}>{t('archive.title')}</h2>
        <Text mb="md">{t('archive.about')}</Text>
        <Search />
        <ErrorAlert error={error ?? exportError} mt="md" />
      </section>
      <section className={classes['card']} aria-label={t('archive.months')}>
        <h2 className={classes['cardTitle']}>{t('archive.months')}</h2>
        {saved !== null && (
          <Alert role="status" color="green" mb="sm" className={own['file'] ?? ''}>
            {t('archive.saved', { count: saved.rows, path: saved.path })}
          </Alert>
        )}
        {months?.length === 0 && <Text>{t('archive.none')}</Text>}
        <ul className={classes['list']} aria-label={t('archive.months')}>
          {months?.map((month) => (
            <MonthRow key={month.month} {...month} />
          ))}
        </ul>
      </section>
    </Stack>
  )
}

function Search() {
  const { t } = useTranslation()
  const [text, setText] = useKept<string | null>(ARCHIVE_SEARCH, null)
  const {
    value: found,
    error,
    isReading,
    again,
  } = useRead('archive:search', text === null ? null : { search: text })
  const [typed, setTyped] = useState(text ?? '')
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() === text) void again()
          else setText(typed.trim())
        }}
      >
        <Group align="end">
          <TextInput
            className={own['search'] ?? ''}
            type="search"
            label={t('archive.search')}
            description={t('archive.searchHint')}
            leftSection={<IconSearch aria-hidden />}
            maxLength={LONGEST_SEARCH}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" loading={isReading}>
            {t('archive.find')}
          </Button>
        </Group>
      </form>
      <ErrorAlert error={error} mt="md" />
      {found !== null && <Found {...found} />}
    </>
  )
}

function Found({ rows, more }: ArchivedOrders) {
  const { t } = useTranslation()
  return (
    <>
      <Text role="status" mt="md" fw={570}>
        {more ? t('archive.moreThan', { count: rows.length }) : t('archive.found', { count: rows.length })}
      </Text>
      <ul className={own['found']} aria-label={t('archive.results')}>
        {rows.map((row) => (
          <FoundRow key={row.orderId} row={row} />
        ))}
      </ul>
    </>
  )
}

function FoundRow({ row }: { row: QueueRow }) {
  const { t } = useTranslation()
  const zone = useZone()
  const openOrder = useOpenOrder()
  return (
    <li>
      <UnstyledButton className={own['order'] ?? ''} onClick={() => openOrder(row.orderId)}>
        <span className={own['number']}>{row.orderId}</span>
        <span className={own['goods']}>
          {row.preview.join(', ') || t('queue.items', { count: row.lines })}
        </span>
        <span className={classes['quiet']}>
          {row.canceled
            ? t('queue.canceled')
            : row.purchasedAt === null
              ? ''
              : showMinute(row.purchasedAt, zone)}
        </span>
      </UnstyledButton>
    </li>
  )
}

function MonthRow({ month, orders, bytes }: ArchiveMonth) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { asked, perform } = useAct('archive:export')
  const name = nameOf(month, locale) ?? t('archive.undated')
  const size = (bytes / BYTES_PER_MB).toLocaleString(locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  return (
    <li className={classes['entry']}>
      <span>{name}</span>
      <span className={classes['quiet']}>
        {orders === null ? t('archive.unusable') : t('archive.size', { count: orders, size })}
      </span>
      <Button
        variant="default"
        disabled={asked !== null || orders === null}
        aria-label={t('archive.exportOf', { month: name })}
        onClick={() => void perform({ month })}
      >
        {t('archive.export')}
      </Button>
    </li>
  )
}

/** Such as "August 2026"; `null` for orders without a purchase time. */
function nameOf(month: string, locale: string): string | null {
  const first = new Date(`${month}-01T00:00:00Z`)
  if (Number.isNaN(first.getTime())) return null
  return first.toLocaleDateString(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
}
