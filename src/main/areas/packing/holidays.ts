import type { HolidayOf } from './business-days'

/** Public holidays by country, from the library's own tables: no network requests. */
export type Holidays = {
  /** ISO 3166-1 alpha-2 codes of the supported countries. */
  countries: readonly string[]
  /** @param country ISO 3166-1 alpha-2; an unknown country, or `null`, has no holidays */
  in(country: string | null): HolidayOf
}

let loaded: Promise<Holidays> | null = null

/** Loaded on first use: the tables take a tenth of a second and 15 MB, and many stations only pack. */
export function loadHolidays(): Promise<Holidays> {
  return (loaded ??= readHolidays())
}

const MS_PER_DAY = 24 * 3_600_000
const NONE: HolidayOf = () => null

async function readHolidays(): Promise<Holidays> {
  const { default: Calendar } = await import('date-holidays')
  const countries = Object.keys(new Calendar().getCountries())
  const years = new Map<string, ReadonlyMap<string, string>>()

  const yearOf = (country: string, year: number): ReadonlyMap<string, string> => {
    const key = `${country}-${year}`
    const known = years.get(key)
    if (known !== undefined) return known
    const days = new Calendar(country, { types: ['public'] }).getHolidays(year).flatMap((holiday) => {
      const length = Math.max(1, Math.round((holiday.end.getTime() - holiday.start.getTime()) / MS_PER_DAY))
      const first = Date.parse(`${holiday.date.slice(0, 10)}T00:00:00Z`)
      return Array.from({ length }, (_, day): [string, string] => [
        new Date(first + day * MS_PER_DAY).toISOString().slice(0, 10),
        holiday.name,
      ])
    })
    const named = new Map(days)
    years.set(key, named)
    return named
  }

  return {
    countries,
    in(country) {
      if (country === null || !countries.includes(country)) return NONE
      return (day) => yearOf(country, Number(day.slice(0, 4))).get(day) ?? null
    },
  }
}
