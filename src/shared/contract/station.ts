import { z } from 'zod'
import { call, typed } from './call'
import { nothing } from './fields'
import type { BackupView, Bootstrap, ExportedOps, NoticeView, StationStatus } from './views'

/** The station as a whole: its start, its alarms, its clock, its backups and its end. */

export const stationCalls = {
  /** Without orders, neighbors and names while the station is locked or signed out. */
  'station:bootstrap': call({
    request: nothing,
    value: typed<Bootstrap>(),
    errors: [],
    needs: 'anyone',
    records: 'nothing',
  }),
  'station:sync': call({
    request: nothing,
    value: typed<StationStatus>(),
    errors: [],
    needs: 'sync',
    records: 'nothing',
  }),
  'station:notices': call({
    request: nothing,
    /** Open ones, newest first. */
    value: typed<readonly NoticeView[]>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  'station:acknowledge': call({
    request: z.strictObject({ noticeId: z.int().positive() }),
    value: typed<null>(),
    errors: [],
    needs: 'acknowledge',
    records: {
      kind: 'notice_seen',
      asked: ({ noticeId }, known) => ({ noticeId, ...known.notice(noticeId) }),
    },
  }),
  /** A person confirms that the PC's clock is right although the marketplace's differs. */
  'station:confirm-clock': call({
    request: nothing,
    value: typed<StationStatus>(),
    errors: [],
    needs: 'confirm_clock',
    records: { kind: 'clock_confirmed', done: ({ clock }) => ({ offsetMs: clock.offsetMs }) },
  }),
  'station:backups': call({
    request: nothing,
    /** Newest first. */
    value: typed<readonly BackupView[]>(),
    errors: [],
    needs: 'restore_backup',
    records: 'nothing',
  }),
  'station:back-up': call({
    request: nothing,
    value: typed<BackupView>(),
    errors: ['backup_unusable'],
    needs: 'make_backup',
    records: { kind: 'backup', done: ({ name }) => ({ name }) },
  }),
  /** A `station_replaced` event follows. */
  'station:restore': call({
    request: z.strictObject({ name: z.string().regex(/^[\w.-]{1,200}$/) }),
    value: typed<{ reopened: number }>(),
    errors: ['backup_not_found', 'backup_unusable'],
    needs: 'restore_backup',
    records: { kind: 'restored', asked: (request) => request, done: (value) => value },
  }),
  /**
   * Quits, or forgets the account's data here; after `reset` a `station_replaced` event follows. Refused while ops are
   * open, unless they are exported first.
   */
  'station:leave': call({
    request: z.strictObject({ how: z.enum(['quit', 'reset']), exportOps: z.boolean() }),
    value: typed<ExportedOps | null>(),
    errors: ['ops_open', 'file_too_large'],
    needs: ({ how, exportOps }) => (how === 'reset' ? 'reset' : exportOps ? 'quit_with_export' : 'quit'),
    records: { kind: 'left', asked: (request) => request },
  }),
}
