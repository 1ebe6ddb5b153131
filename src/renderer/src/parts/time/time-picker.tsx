import { ActionIcon, Select } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useLocale, useTranslation } from '../../locales/i18n'
import { dayAfter, dayWords, monthAfter, weeksOf } from './calendar'
import { dayOf, type StationZone } from './station-time'
import { entryOf, pickedEntry, pickerValue, type TimeEntry } from './typed-time'
import classes from './time-picker.module.css'
import { useNow } from './use-now'

type Props = {
  label: string
  entry: TimeEntry
  zone: StationZone
  onChange: (entry: TimeEntry) => void
}

/**
 * Picks day, hour and minute by touch or keys. Part of the page, because the browser's own picker is a window that
 * swallows scans.
 */
export function TimePicker({ label, entry, zone, onChange }: Props) {
  const { t } = useTranslation()
  const nowMs = useNow()
  const wall = pickerValue(entry.text, zone) || pickerValue(entryOf(nowMs, zone).text, zone)
  const [day, time] = [wall.slice(0, 10), wall.slice(11)]
  const [hour, minute] = [time.slice(0, 2), time.slice(3, 5)]
  const pick = (picked: string) => {
    const written = pickedEntry(picked, zone)
    if (written !== null) onChange(written)
  }
  return (
    <div role="group" aria-label={label} className={classes['picker']}>
      <div className={classes['time']}>
        <Select
          label={t('timeEntry.hour')}
          data={HOURS}
          value={hour}
          allowDeselect={false}
          classNames={{ option: classes['option'] ?? '' }}
          onChange={(picked) => pick(`${day}T${picked ?? hour}:${time.slice(3)}`)}
        />
        <Select
          label={t('timeEntry.minute')}
          data={MINUTES}
          value={minute}
          allowDeselect={false}
          classNames={{ option: classes['option'] ?? '' }}
          onChange={(picked) => pick(`${day}T${hour}:${picked ?? minute}:00`)}
        />
      </div>
      <Days
        chosen={day}
        today={dayOf(new Date(nowMs).toISOString(), zone)}
        onPick={(picked) => pick(`${picked}T${time}`)}
      />
    </div>
  )
}

const twoDigits = (_: unknown, index: number) => String(index).padStart(2, '0')
const HOURS = Array.from({ length: 24 }, twoDigits)
const MINUTES = Array.from({ length: 60 }, twoDigits)

/** Where a key leads from a day. */
const STEPS: Readonly<Partial<Record<string, (day: string) => string>>> = {
  ArrowLeft: (day) => dayAfter(day, -1),
  ArrowRight: (day) => dayAfter(day, 1),
  ArrowUp: (day) => dayAfter(day, -7),
  ArrowDown: (day) => dayAfter(day, 7),
  PageUp: (day) => monthAfter(day, -1),
  PageDown: (day) => monthAfter(day, 1),
}

type DaysProps = { chosen: string; today: string; onPick: (day: string) => void }

function Days({ chosen, today, onPick }: DaysProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  /** The day that Tab leads to; its month is shown. */
  const [active, setActive] = useState(chosen)
  const [known, setKnown] = useState(chosen)
  // Another day was written into the field.
  if (known !== chosen) {
    setKnown(chosen)
    setActive(chosen)
  }
  const table = useRef<HTMLTableElement>(null)
  const takesFocus = useRef(true)
  useEffect(() => {
    if (takesFocus.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    takesFocus.current = false
  }, [active])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    takesFocus.current = true
    setActive(step(active))
  }
  const month = dayWords(active, locale, { month: 'long', year: 'numeric' })
  return (
    <>
      <div className={classes['month']}>
        <Turn
          label={t('timeEntry.monthBefore')}
          icon={IconChevronLeft}
          onClick={() => setActive(monthAfter(active, -1))}
        />
        <span aria-live="polite">{month}</span>
        <Turn
          label={t('timeEntry.monthAfter')}
          icon={IconChevronRight}
          onClick={() => setActive(monthAfter(active, 1))}
        />
      </div>
      <table ref={table} className={classes['days']} aria-label={month} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeksOf(active)[0]?.map((day) => (
              <th key={day} scope="col" abbr={dayWords(day, locale, { weekday: 'long' })}>
                {dayWords(day, locale, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(active).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    className={classes['day']}
                    tabIndex={day === active ? 0 : -1}
                    aria-label={dayWords(day, locale, { dateStyle: 'full' })}
                    aria-pressed={day === chosen}
                    aria-current={day === today ? 'date' : undefined}
                    data-other={day.slice(0, 7) !== active.slice(0, 7)}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

type TurnProps = { label: string; icon: typeof IconChevronLeft; onClick: () => void }

function Turn({ label, icon: Icon, onClick }: TurnProps) {
  return (
    <ActionIcon variant="subtle" size={44} aria-label={label} onClick={onClick}>
      <Icon aria-hidden />
    </ActionIcon>
  )
}
