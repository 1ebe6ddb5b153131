import type { Schedule, Step } from './adoption-steps'

/** One schedule for each kind of fault, because some are drawn seldom. */

/** Bench 1 packs and refunds what the marketplace does not hear of, and the hub has copies. */
const OPEN_WORK: Step[] = [
  { do: 'cutMarket', station: 0 },
  { do: 'pack', station: 0 },
  { do: 'refund', station: 0 },
  { do: 'pack', station: 0 },
  { do: 'awaitCopies', station: 0 },
]
const LOST: Step[] = [...OPEN_WORK, { do: 'loseDisk', station: 0 }]
const BACK: Step[] = [
  { do: 'joinMarket', station: 0 },
  { do: 'start', station: 0 },
]

/** `least`: what must have happened, or the schedule shows nothing. */
export const FIXED: readonly (Omit<Schedule, 'offline'> & {
  name: string
  least: Readonly<Record<string, number>>
})[] = [
  {
    name: 'a disk is lost',
    least: { loseDisk: 1, adopted: 3 },
    servers: 1,
    steps: [...LOST, { do: 'adopt', station: 1, of: 0 }],
  },
  {
    name: 'the adopting station is killed, and the next one goes on',
    least: { 'deaths of adopting stations': 1, adopted: 3 },
    servers: 1,
    steps: [
      ...LOST,
      { do: 'dieAdopting', station: 1, of: 0, at: 12 },
      { do: 'adopt', station: 2, of: 0 },
      { do: 'start', station: 1 },
    ],
  },
  {
    name: 'the station comes back with its disk after another has adopted its work',
    least: { loseDisk: 1, adopted: 3 },
    servers: 1,
    steps: [...LOST, { do: 'adopt', station: 1, of: 0 }, { do: 'bringDisk', station: 0 }, ...BACK],
  },
  {
    name: 'the station comes back without the hub',
    least: { loseDisk: 1, adopted: 3 },
    servers: 1,
    steps: [
      ...LOST,
      { do: 'adopt', station: 1, of: 0 },
      { do: 'bringDisk', station: 0 },
      { do: 'cutHub', station: 0 },
      ...BACK,
      { do: 'wait', ms: 1_000 },
    ],
  },
  {
    name: 'the station comes back with an older copy of its disk',
    least: { restoreDisk: 1, adopted: 3, queued: 4 },
    servers: 1,
    steps: [
      { do: 'cutMarket', station: 0 },
      { do: 'pack', station: 0 },
      { do: 'saveDisk', station: 0 },
      { do: 'pack', station: 0 },
      { do: 'refund', station: 0 },
      { do: 'awaitCopies', station: 0 },
      { do: 'kill', station: 0 },
      { do: 'adopt', station: 1, of: 0 },
      { do: 'restoreDisk', station: 0 },
      ...BACK,
      { do: 'pack', station: 0 },
    ],
  },
  {
    name: 'the adopting station is cut off from the marketplace, then lost, too',
    least: { loseDisk: 2, adopted: 7 },
    servers: 1,
    steps: [
      ...LOST,
      { do: 'cutMarket', station: 1 },
      { do: 'adopt', station: 1, of: 0 },
      { do: 'pack', station: 1 },
      { do: 'awaitCopies', station: 1 },
      { do: 'loseDisk', station: 1 },
      { do: 'adopt', station: 2, of: 1 },
      { do: 'adopt', station: 2, of: 0 },
    ],
  },
  {
    name: 'a station that is cut off from the hub, and goes on sending, is adopted',
    least: { adopted: 3 },
    servers: 1,
    steps: [
      ...OPEN_WORK,
      { do: 'cutHub', station: 0 },
      { do: 'adopt', station: 1, of: 0 },
      { do: 'joinMarket', station: 0 },
      { do: 'wait', ms: 500 },
      { do: 'joinHub', station: 0 },
    ],
  },
  {
    name: 'one of three servers is killed',
    least: { adopted: 4 },
    servers: 3,
    steps: [
      ...OPEN_WORK,
      { do: 'killServer', server: 0 },
      { do: 'pack', station: 0 },
      { do: 'awaitCopies', station: 0 },
      { do: 'loseDisk', station: 0 },
      { do: 'adopt', station: 1, of: 0 },
    ],
  },
  {
    name: 'one of three servers is set back to an older copy',
    least: { 'servers set back': 1, adopted: 3 },
    servers: 3,
    steps: [
      { do: 'saveServer', server: 1 },
      ...OPEN_WORK,
      { do: 'restoreServer', server: 1 },
      { do: 'awaitCopies', station: 0 },
      { do: 'loseDisk', station: 0 },
      { do: 'adopt', station: 1, of: 0 },
    ],
  },
  {
    name: 'the only server is set back to an older copy',
    least: { 'servers set back': 1 },
    servers: 1,
    steps: [
      { do: 'saveServer', server: 0 },
      ...OPEN_WORK,
      { do: 'kill', station: 0 },
      { do: 'restoreServer', server: 0 },
      { do: 'adopt', station: 1, of: 0 },
      ...BACK,
    ],
  },
]
