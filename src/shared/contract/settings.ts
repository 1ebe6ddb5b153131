import { z } from 'zod'
import { call, typed } from './call'
import { nothing } from './fields'
import { preferenceParts, type Preferences } from './preferences'
import type { ExportedOps, SettingsView } from './views'

/** Labels, statistics and people look back about so far. */
const FEWEST_ARCHIVE_DAYS = 30

/** The set-up of the account and this PC. */

export const settingsCalls = {
  'settings:read': call({
    request: nothing,
    value: typed<SettingsView>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** Changes the given settings; the others are kept. */
  'settings:save': call({
    request: z
      .strictObject({
        warehouseId: z.int().positive().nullable(),
        currency: z.string().regex(/^[A-Z]{3}$/),
        timeZone: z.string().max(100).nullable(),
        transitDays: z.int().min(0).max(90),
        carrier: z.string().trim().max(200),
        operator: z.string().trim().max(100),
        purgeDays: z.int().min(0).max(3_650),
        evidenceMonths: z.int().min(0).max(120),
        archiveDays: z.union([z.literal(0), z.int().min(FEWEST_ARCHIVE_DAYS).max(3_650)]),
      })
      .partial(),
    value: typed<SettingsView>(),
    errors: ['provisioned'],
    needs: 'settings',
    records: { kind: 'settings', asked: (request) => request },
  }),
  /**
   * Goes live, or replaces the token of a live station; an empty token keeps the current one. A `station_replaced`
   * event follows.
   */
  'settings:connect': call({
    request: z.strictObject({
      baseUrl: z.url({ protocol: /^https?$/ }),
      accessToken: z.string().trim().max(4_000),
      /** Exports open operations first, instead of refusing to switch. */
      exportOps: z.boolean().default(false),
      /** A supervisor's decision if nothing shows whether the token belongs to this station's account. */
      account: z.enum(['same', 'other']).nullable().default(null),
    }),
    value: typed<ExportedOps | null>(),
    errors: [
      'unauthorized',
      'unreachable',
      'not_marketplace',
      'address_insecure',
      'account_unproven',
      'provisioned',
      'ops_open',
      'file_too_large',
    ],
    needs: 'connect',
    records: {
      kind: 'connected',
      asked: ({ baseUrl, accessToken, account }) => ({
        baseUrl,
        newToken: accessToken !== '',
        ...(account === null ? {} : { account }),
      }),
    },
  }),
  /** Returns to training mode. */
  'settings:train': call({
    request: z.strictObject({ exportOps: z.boolean().default(false) }),
    value: typed<ExportedOps | null>(),
    errors: ['provisioned', 'ops_open', 'file_too_large'],
    needs: 'connect',
    records: { kind: 'trained' },
  }),
  /** Changes the given fields of the given sections; the others are kept. */
  'settings:save-preferences': call({
    request: z.strictObject(preferenceParts).partial(),
    value: typed<Preferences>(),
    errors: ['provisioned'],
    // Sound and language concern only the packer at this PC.
    needs: (part) =>
      Object.keys(part).every((section) => section === 'sound' || section === 'language')
        ? 'anyone'
        : 'settings',
    records: { kind: 'preferences', asked: (request) => request },
  }),
}
