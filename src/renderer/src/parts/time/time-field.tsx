import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { IconCalendarClock } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy, Suspense, useState } from 'react'
import type { TimeProblem } from '../../../../shared/domain/time/timestamps'
import { useTranslation } from '../../locales/i18n'
import { type StationZone, zoneName } from './station-time'
import { addDays, choicesOf, entryOf, exampleOf, isSkipped, type TimeEntry } from './typed-time'
import { useZone } from './use-zone'

/** Packing rarely needs it, and a start never. */
const TimePicker = lazy(async () => ({ default: (await import('./time-picker')).TimePicker }))

/** +02:00 */
const OFFSET_LENGTH = 6
const QUICK_DAYS = [1, 2, 3] as const

type Props = {
  label: string
  entry: TimeEntry
  onChange: (entry: TimeEntry) => void
  problem: TimeProblem | null
  /** Already formatted for people, in the station's zone. */
  known: { packedAt: string; shippedAt: string }
  /** Offers whole days from now, for a delivery date, instead of "Now". */
  promise?: boolean
  /** How the proposed time was computed; `null` keeps its place, so that no button moves under a finger. */
  note?: string | null
  onFocus?: () => void
  onBlur?: () => void
}

function daysFromNow(days: number, zone: StationZone): TimeEntry {
  return entryOf(addDays(Date.now(), days, zone), zone)
}

/** In pixels, whatever the size of type. */
const TOUCHED = { width: 44, minWidth: 44, height: 44, minHeight: 44 }

/** A time as text in the station's time zone, with a picker, and buttons for the usual ones. */
export function TimeField({
  label,
  entry,
  onChange,
  problem,
  known,
  promise = false,
  note,
  onFocus,
  onBlur,
}: Props) {
  const { t } = useTranslation()
  const zone = useZone()
  const choices = choicesOf(entry, zone)
  const [picking, setPicking] = useState(false)
  return (
    <div>
      <TextInput
        label={label}
        withAsterisk
        description={t('moveForm.format', { example: exampleOf(zone), zone: zoneName(zone.name) })}
        inputMode="numeric"
        autoComplete="off"
        size="lg"
        value={entry.text}
        {...(onFocus === undefined ? {} : { onFocus })}
        {...(onBlur === undefined ? {} : { onBlur })}
        onChange={(event) => onChange({ ...entry, text: event.currentTarget.value })}
        rightSectionWidth={50}
        rightSection={
          <ActionIcon
            variant="subtle"
            style={TOUCHED}
            aria-label={t('timeEntry.pick', { field: label })}
            aria-expanded={picking}
            onClick={() => setPicking(!picking)}
          >
            <IconCalendarClock aria-hidden />
          </ActionIcon>
        }
        error={problem === null ? null : problemWords(t, problem, entry, zone, known)}
      />
      {picking && (
        <Suspense fallback={null}>
          <TimePicker
            label={t('timeEntry.picker', { field: label })}
            entry={entry}
            zone={zone}
            onChange={onChange}
          />
        </Suspense>
      )}
      {choices.length > 0 && (
        <Group gap="xs" mt={6} role="group" aria-label={t('timeEntry.doubled')}>
          {choices.map((choice, index) => (
            <Button key={choice.text} variant="outline" onClick={() => onChange(choice)}>
              {t(index === 0 ? 'timeEntry.earlier' : 'timeEntry.later', {
                offset: choice.text.slice(-OFFSET_LENGTH),
              })}
            </Button>
          ))}
        </Group>
      )}
      {note !== undefined && (
        <Text size="sm" c="dimmed" mt={6} mih="1lh" role={note === null ? undefined : 'note'}>
          {note}
        </Text>
      )}
      <Group gap="xs" mt={6}>
        {promise ? (
          QUICK_DAYS.map((days) => (
            <Button key={days} variant="default" px="md" onClick={() => onChange(daysFromNow(days, zone))}>
              {t('moveForm.plusDays', { count: days })}
            </Button>
          ))
        ) : (
          <Button
            variant="default"

            onClick={() => onChange(daysFromNow(0, zone))}
          >
            {t('moveForm.now')}
          </Button>
        )}
      </Group>
    </div>
  )
}

function problemWords(
  t: TFunction,
  problem: TimeProblem,
  entry: TimeEntry,
  zone: StationZone,
  known: Props['known'],
): string {
  if (problem === 'unparsable' && choicesOf(entry, zone).length > 0) return t('timeEntry.doubled')
  if (problem === 'unparsable' && isSkipped(entry.text, zone)) return t('timeEntry.skipped')
  return t(`timeProblems.${problem}`, { example: exampleOf(zone), ...known })
}
