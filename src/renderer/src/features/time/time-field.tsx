import { Button, Group, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TimeProblem } from '../../../../shared/domain/timestamps'
import { addDays, entryOf, type TimeEntry } from './station-time'
import { useZone } from './use-zone'

const EXAMPLE = '2026-11-21 14:30'
const QUICK_DAYS = [1, 2, 3] as const

type Props = {
  label: string
  entry: TimeEntry
  onChange: (entry: TimeEntry) => void
  problem: TimeProblem | null
  /** Already written for people, in the station's zone. */
  known: { packedAt: string; shippedAt: string }
  /** Offers whole days from now, for a promise, in place of "Now". */
  promise?: boolean
}

function daysFromNow(days: number, zone: string): TimeEntry {
  return entryOf(addDays(Date.now(), days, zone), zone)
}

/** A time as text in the station's time zone, with buttons for the usual ones. */
export function TimeField({ label, entry, onChange, problem, known, promise = false }: Props) {
  const { t } = useTranslation()
  const zone = useZone()
  return (
    <div>
      <TextInput
        label={label}
        withAsterisk
        description={t('moveForm.format', { example: EXAMPLE, zone })}
        inputMode="numeric"
        autoComplete="off"
        size="lg"
        value={entry.text}
        onChange={(event) => onChange({ ...entry, text: event.currentTarget.value })}
        error={problem === null ? null : t(`timeProblems.${problem}`, { example: EXAMPLE, ...known })}
      />
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
