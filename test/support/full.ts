/** What `npm test` leaves to `npm run test:full`, which the gate runs. */

/** The tag of such a window test. */
export const FULL_TAG = '@full'
/** The same in real Electron, which leaves `FULL_TAG` to the browser host. */
export const ELECTRON_FULL_TAG = '@electron-full'
/** The tag of a window test of what the browser host alone has: its requests, its link, its own process. */
export const BROWSER_TAG = '@browser'
/** Whether this run has time for everything. */
export const IS_FULL = process.env['PACKBENCH_FULL'] !== undefined
