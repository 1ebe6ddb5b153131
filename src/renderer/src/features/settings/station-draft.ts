import type { StationSettings } from '../../../../shared/contract/views'
import { isZone } from '../../parts/time/station-time'

/** The station's settings as they are typed, and as they may be saved. */

export type StationDraft = Record<keyof StationSettings, string>
export type StationProblem =
  | 'warehouseProblem'
  | 'currencyProblem'
  | 'timeZoneProblem'
  | 'transitDaysProblem'
  | 'purgeDaysProblem'
  | 'evidenceMonthsProblem'
export type StationProblems = Partial<Record<keyof StationSettings, StationProblem>>

const LONGEST_TRANSIT_DAYS = 90
const LONGEST_PURGE_DAYS = 3_650
const LONGEST_EVIDENCE_MONTHS = 120

export function draftOf(settings: StationSettings): StationDraft {
  return {
    warehouseId: settings.warehouseId === null ? '' : String(settings.warehouseId),
    currency: settings.currency,
    timeZone: settings.timeZone ?? '',
    transitDays: String(settings.transitDays),
    carrier: settings.carrier,
    operator: settings.operator,
    purgeDays: String(settings.purgeDays),
    evidenceMonths: String(settings.evidenceMonths),
  }
}

/** The settings of a draft, or what is wrong with it per field. */
export function readDraft(
  draft: StationDraft,
): { settings: StationSettings } | { problems: StationProblems } {
  const problems: StationProblems = {}
  const [warehouse, currency, zone, days, purge, evidence] = [
    draft.warehouseId,
    draft.currency,
    draft.timeZone,
    draft.transitDays,
    draft.purgeDays,
    draft.evidenceMonths,
  ].map((text) => text.trim()) as [string, string, string, string, string, string]
  if (!/^(?:\d{0,14}[1-9]\d{0,14})?$/.test(warehouse)) problems.warehouseId = 'warehouseProblem'
  if (!/^[A-Za-z]{3}$/.test(currency)) problems.currency = 'currencyProblem'
  if (zone !== '' && !isZone(zone)) problems.timeZone = 'timeZoneProblem'
  if (!/^\d{1,2}$/.test(days) || Number(days) > LONGEST_TRANSIT_DAYS)
    problems.transitDays = 'transitDaysProblem'
  if (!/^\d{1,4}$/.test(purge) || Number(purge) > LONGEST_PURGE_DAYS) problems.purgeDays = 'purgeDaysProblem'
  if (!/^\d{1,3}$/.test(evidence) || Number(evidence) > LONGEST_EVIDENCE_MONTHS)
    problems.evidenceMonths = 'evidenceMonthsProblem'
  if (Object.keys(problems).length > 0) return { problems }
  return {
    settings: {
      warehouseId: warehouse === '' ? null : Number(warehouse),
      currency: currency.toUpperCase(),
      timeZone: zone === '' ? null : zone,
      transitDays: Number(days),
      carrier: draft.carrier.trim(),
      operator: draft.operator.trim(),
      purgeDays: Number(purge),
      evidenceMonths: Number(evidence),
    },
  }
}
